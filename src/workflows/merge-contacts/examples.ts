import { contact } from "../../areas/contacts/examples.ts";
import type { OperationExample } from "../../contract/operation-example.ts";

export const mergeContactsExamples = {
  merge: { parameters: { contactId: contact.id }, body: { mergedContactId: "con_01kf3mc5s6v8x0z2b4d6f8h0k2" }, response: { contact: { ...contact, revision: 4 } } },
} satisfies Record<string, OperationExample>;
