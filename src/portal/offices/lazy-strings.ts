import { catalog } from "../client/catalog.ts";

export const officeDialog = catalog({
  createOffice: "Create office",
  editOffice: "Edit office",
  saveOffice: "Save office",
  name: "Name",
  enterName: "Enter a name.",
  jurisdictions: "Jurisdictions",
  jurisdictionsHint: "States such as PA, NJ, separated by commas.",
  isPrimary: "Primary office",
  wasSaved: (name: string) => `“${name}” was saved.`,
});
