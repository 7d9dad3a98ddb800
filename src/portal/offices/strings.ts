import { catalog } from "../client/catalog.ts";

export const officesScreen = catalog({
  title: "Offices",
  offices: "offices",
  description: "Where the firm works. Integrations read them with GET /offices; members belong to one.",
  noOfficesYet: "No offices yet",
  emptyDescription: "Offices have an address and members. The first one is the primary office.",
  createOffice: "Create office",
  name: "Name",
  address: "Address",
  phone: "Phone",
  members: "Members",
  actions: "Actions",
  none: "—",
  primary: "Primary",
  edit: "Edit",
  delete: "Delete",
  noun: "office",
  deletionConsequence: "disappears from lists. Its name can be used again.",
  wasDeleted: (name: string) => `“${name}” was deleted.`,
});
