import { catalog } from "../../client/catalog.ts";

export const editTab = catalog({
  couldNotLoadApi: "Could not load the API key",
  changesSaved: "Changes saved.",
  changesSavedPendingDeliveriesGoToNew: "Changes saved. Pending deliveries go to the new URL.",
  leaveWithoutSaving: "Leave without saving?",
  leaveWithoutSavingDescription: "Your changes on this page will be lost.",
  leavePage: "Leave page",
  thisWebhookWasChanged: "This webhook was changed in another session",
  nothingWasSaved: "Nothing was saved",
  nothingWasSavedYourChangesAreStill:
    "Nothing was saved. Your changes are still here. Check the overview, discard your changes, then apply them again.",
});

export const webhookFormSchema = catalog({
  chooseApiKey: "Choose an API key",
  enterName: "Enter a name",
  enterEndpointUrl: "Enter the endpoint URL",
  atMost2000Characters: "At most 2000 characters",
  chooseAtLeastOne: "Choose at least one event type",
  keyCannotRead: (unseen: string) => `The key cannot read ${unseen}`,
});
