import type { PortalInputs } from "../client/trpc.ts";
import { formatSize } from "../ui/format-size.ts";
import { attachments as t } from "./lazy-strings.ts";

export type NewMessage = PortalInputs["messages"]["send"];
export type Channel = NewMessage["channel"];

/** A document of an email. */
export interface Attached {
  id: string;
  name: string;
  sizeBytes: number;
}

export const mostAttachments = 10;
/** Together: mail servers take little more. The server has the same limit. */
const mostBytes = 15 * 1024 * 1024;

/** What is wrong with the documents of an email. */
export const findAttachmentFault = (attached: readonly Attached[]): string | undefined => {
  const bytes = attached.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return bytes > mostBytes ? t.tooLarge(formatSize(bytes)) : undefined;
};

/** What somebody writes, and when it is to go. */
export interface Draft {
  subject: string;
  text: string;
  /** With whose text it began, and what that was. */
  template: { id: string; subject: string; text: string } | null;
  /** Of an email. */
  attached: readonly Attached[];
  /** Local time as the browser's control writes it, `2026-11-20T08:00`; null: now. */
  sendAt: string | null;
  /** Names the message for the server: a request that is repeated sends nothing twice. */
  key: string;
}

/** Where a message goes: on with a conversation, or to a person of a case. */
export type Target =
  | { key: string; channel: Channel; conversationId: string }
  | { key: string; channel: Channel; caseId: string; to: NonNullable<NewMessage["to"]> };

export const beginDraft = (): Draft => ({
  subject: "",
  text: "",
  template: null,
  attached: [],
  sendAt: null,
  key: `portal-${crypto.randomUUID()}`,
});

/** Drafts stay in this page's memory while somebody reads another conversation. */
const drafts = new Map<string, Draft>();
export const findDraft = (key: string): Draft => drafts.get(key) ?? beginDraft();
export const keepDraft = (key: string, draft: Draft): void => void drafts.set(key, draft);
export const dropDraft = (key: string): void => void drafts.delete(key);

/** The instant that is chosen; undefined for now, null for what is no time. */
export function readSendAt({ sendAt }: Pick<Draft, "sendAt">): string | undefined | null {
  if (sendAt === null) return undefined;
  const time = new Date(sendAt).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** For the control: the next full hour, in local time. */
export function nextHour(now: Date): string {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${next.getFullYear()}-${two(next.getMonth() + 1)}-${two(next.getDate())}T${two(next.getHours())}:00`;
}

/** Whether the words are still those of the template: then the message names it. */
const isUnchanged = ({ template, subject, text }: Draft) =>
  template !== null && template.text === text && template.subject === subject;

function writeTarget(target: Target) {
  return "conversationId" in target
    ? { channel: target.channel, conversationId: target.conversationId }
    : { channel: target.channel, caseId: target.caseId, to: target.to };
}

/**
 * What to send.
 *
 * @param placeholder for what is not written yet: consent and hours are checked before somebody has typed
 */
export function toMessage(target: Target, draft: Draft, placeholder = ""): NewMessage {
  const sendAt = readSendAt(draft);
  const words = {
    bodyText: draft.text.trim() === "" ? placeholder : draft.text,
    ...(target.channel === "email" && { subject: draft.subject.trim() === "" ? placeholder : draft.subject.trim() }),
  };
  return {
    ...writeTarget(target),
    ...(draft.template !== null && isUnchanged(draft) ? { messageTemplateId: draft.template.id } : words),
    ...(typeof sendAt === "string" && { sendAt }),
    ...(target.channel === "email" && draft.attached.length > 0 && { attachments: draft.attached.map(({ id }) => id) }),
    isAutomated: false,
  };
}
