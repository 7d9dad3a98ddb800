import { ids } from "../../contract/examples/example-story.ts";
import { contact } from "../../areas/contacts/examples.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";

export const mergeContactsExamples = {
  "contacts.merge": {
    parameters: { contactId: contact.id },
    body: { mergedContactId: ids.duplicateContactId },
    response: { contact: { ...contact, revision: 4 } },
  },
} satisfies Record<string, OperationExample>;
