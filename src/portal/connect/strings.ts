import { catalog } from "../client/catalog.ts";

export const chooseScreen = catalog({
  title: "Connect an assistant",
  chooseOrganization: "Choose the organization whose records the assistant can use.",
  none: "No organization",
  noneDescription: "You are not an active member of an organization.",
  continuing: "Continuing",
  invalid: "Could not connect the assistant",
  problems: {
    client: "The server does not know this client. Remove the connection in the assistant and add it again.",
    redirect: "The assistant’s return URL is not one it registered. Nothing was shared.",
    request:
      "The assistant’s request is invalid. It must ask for a code with PKCE (S256) and a resource of this server. Nothing was shared.",
  },
});

export const connectScreen = catalog({
  title: "Connect an assistant",
  description: (organization: string) => `Choose what it can do with the records of ${organization}.`,
  notLoaded: "The request could not be read",
  connectAssistants: "connect assistants",
  isOff: "Hosted assistants are turned off",
  isOffDescription:
    "Members cannot connect assistants to this organization. An owner or administrator can turn them on under Settings, Organization.",
  openSettings: "Open settings",
  who: "Requesting assistant",
  name: "Name",
  notVerified: "The assistant chose this name. Caseport does not verify it.",
  returnsTo: "Returns to",
  onMachine: (host: string) => `An application on this computer (${host})`,
  published: "Published by",
  unpublished: "Not published. The assistant registered itself.",
  onlyIfStarted: "Continue only if you started this in an assistant that you trust. It sees what you choose below.",
  scopes: "What it can do",
  scopesDescription: "Each change is confirmed in the assistant first. You can remove scopes later on the key’s page.",
  reading: "Read",
  changing: "Change",
  sensitive: "Sensitive records",
  sensitiveHint:
    "Choosing one of these also shows incidents, court actions, intake notes and injury descriptions of cases to the assistant.",
  forAttorneys: (count: number) =>
    count === 1
      ? "1 scope acts on behalf of an attorney. Only an attorney can grant it."
      : `${count} scopes act on behalf of an attorney. Only attorneys can grant them.`,
  end: "Expiration",
  duration: "Expires after",
  durationHint: "The connection also ends when its key is revoked or you lose the permission to manage keys.",
  days: (days: number) => (days === 365 ? "1 year" : `${days} days`),
  chooseScope: "Choose at least one scope.",
  connect: "Connect assistant",
  cancel: "Cancel",
  notConnected: "The assistant was not connected",
});
