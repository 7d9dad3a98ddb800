import { buildMessageTemplate } from "../../../../prisma/seed/builders/communications.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { asRead, newName, type Arrangement, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { describeFirmRecord } from "../../../testing/harness/tenant-requests.ts";
import { messageTemplate } from "./examples.ts";

/**
 * A template of a text.
 *
 * @returns its id
 */
export async function createMessageTemplate(
  tenant: TestTenant,
  values: Partial<Values<"MessageTemplate">> = {},
): Promise<string> {
  const { organizationId } = tenant;
  const template = buildMessageTemplate({ organizationId, name: newName(), ...values });
  return (await insertFor(tenant, { MessageTemplate: template })).MessageTemplate.id;
}

const templates = describeFirmRecord({
  table: "MessageTemplate",
  entity: "message_template",
  key: "messageTemplate",
  parameter: "messageTemplateId",
  changed: () => ({ body: "changed since", revision: 9 }),
  create: createMessageTemplate,
});

/** A request about a template that there is. Nothing deletes templates: they are archived. */
const onTemplate =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const { remove: _remove, ...request } = await templates.on(more)(tenant);
    return request;
  };

export const messageTemplateScenarios = {
  "messageTemplates.list": asRead(async (tenant) => {
    await createMessageTemplate(tenant);
    return {};
  }),
  "messageTemplates.get": asRead(onTemplate({})),
  "messageTemplates.create": templates.created(() => ({ [messageTemplate.name]: newName() })),
  "messageTemplates.update": onTemplate({ diff: () => ({ archived: { from: false, to: true } }) }),
} satisfies Record<string, Scenario>;
