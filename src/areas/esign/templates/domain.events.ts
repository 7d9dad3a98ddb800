import type { EventType } from "../../../contract/events/event-types.ts";
import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { EsignTemplateInEvent, type EsignTemplate } from "./schema.ts";

const pickForEvent = createOutputPicker(EsignTemplateInEvent);

/** A template as its events have it. */
export const describeTemplateInEvent = (template: EsignTemplate): EsignTemplateInEvent => pickForEvent(template);

/** Records an event of a template. `before` is null for a creation. */
export function recordTemplateEvent(
  context: Context,
  eventType: EventType & `esign_template.${string}`,
  before: EsignTemplate | null,
  after: EsignTemplate,
): void {
  const payload = describeTemplateInEvent(after);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload,
    diff: before === null ? {} : diffRecords(describeTemplateInEvent(before), payload),
    relatedIds: [{ entity: "esign_template", id: after.id }],
  });
}
