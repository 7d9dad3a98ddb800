import type { Context } from "../../../rpc/context.ts";
import { findLiveConnection } from "../connections/store.ts";
import { findSettingsRow, type SettingsRow } from "./store.ts";

/**
 * The texts that reply to keywords, unless the firm has its own. A confirmation says nothing else (47 C.F.R. §
 * 64.1200(a)(12)).
 */
export const defaultReplies = {
  stop: "You will get no more texts from us. Reply START to get texts again.",
  start: "You will get texts from us again. Reply STOP to end them.",
  help: "This is a law firm's number for texts. Reply STOP to get no more texts.",
} as const;

export interface Sending {
  /** Of a sandbox the outbox, whatever its settings name: no text leaves it. */
  provider: SettingsRow["provider"];
  replyTo: string | null;
  /** The name beside the installation's address: by default the firm's. */
  senderName: string;
  quietHours: SettingsRow["quietHours"];
  /** The firm's, `HH:mm`. */
  hours: { from: string; until: string };
  dailyLimit: number;
  /** The firm's. */
  timezone: string;
  replies: Readonly<Record<"stop" | "start" | "help", string>>;
}

/** A time of the day from its minutes: `08:00`. */
export const formatMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** How the firm sends now, with the defaults of what it has not set. */
export async function findSending(context: Context): Promise<Sending> {
  const row = await findSettingsRow(context);
  const { isSandbox, replyTo, senderName, quietHours, textsFrom, textsUntil, dailyLimit, timezone, firmName } = row;
  return {
    provider: isSandbox ? "outbox" : row.provider,
    replyTo,
    senderName: senderName ?? firmName,
    quietHours,
    hours: { from: formatMinutes(textsFrom), until: formatMinutes(textsUntil) },
    dailyLimit,
    timezone,
    replies: {
      stop: row.stopReply ?? defaultReplies.stop,
      start: row.startReply ?? defaultReplies.start,
      help: row.helpReply ?? defaultReplies.help,
    },
  };
}

/**
 * Whether Caseport replies to STOP, START and HELP that are sent to a number: one of the firm's, whose provider does
 * not. With the outbox, every number is.
 */
export async function repliesToKeywords(context: Context, number: string): Promise<boolean> {
  const { provider } = await findSending(context);
  if (provider === "outbox") return true;
  const connection = await findLiveConnection(context);
  return connection !== undefined && !connection.handlesStop && connection.numbers.includes(number);
}
