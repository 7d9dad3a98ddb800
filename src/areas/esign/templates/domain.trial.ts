import type { NewEsignRequest } from "../requests/schema.ts";
import type { EsignTemplate } from "./schema.ts";

const tester = "tester";
const maxTitle = 200;

/**
 * The request with which a member signs a template in the place of all its recipients. Its purpose is `other` and no
 * field sets anything, so that nothing of the case follows from the signature; nobody is reminded of it.
 *
 * @param input values by key, of fields with a source `input.<key>`
 */
export function describeTrial(
  { id, name, fields }: Pick<EsignTemplate, "id" | "name" | "fields">,
  memberId: string,
  input: Readonly<Record<string, string>>,
): NewEsignRequest {
  return {
    title: `Test: ${name}`.slice(0, maxTitle).trim(),
    documents: [
      {
        esignTemplateId: id,
        purpose: "other",
        fields: fields.map((field) => ({
          ...field,
          recipientKey: field.kind === "merge" ? null : tester,
          sets: null,
        })),
      },
    ],
    recipients: [{ key: tester, label: "Test", memberId }],
    input: { ...input },
    expiresInDays: 7,
    reminders: { firstAfterDays: 1, everyDays: 1, max: 0 },
    moveLead: false,
    send: true,
  };
}
