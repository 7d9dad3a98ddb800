import { readKey } from "../find-key/read-key.ts";
import type { Permission } from "../../contract/permissions.ts";
import { recordNouns as t } from "./lazy-strings.ts";

interface RecordKind {
  noun: string;
  permission: Permission;
  /** Below the organization. */
  path: (id: string) => string;
}

const kinds: Readonly<Record<string, RecordKind>> = {
  key: { noun: t.apiKey, permission: "integrations:manage", path: (id) => `/credentials/${id}` },
  whs: { noun: t.webhook, permission: "integrations:manage", path: (id) => `/webhooks/${id}` },
  dlv: { noun: t.delivery, permission: "integrations:manage", path: (id) => `/webhooks?delivery=${id}` },
  evt: { noun: t.event, permission: "integrations:manage", path: (id) => `/events/${id}` },
  req: { noun: t.request, permission: "integrations:manage", path: (id) => `/request-debugger?id=${id}` },
  rpt: { noun: t.report, permission: "reports:view", path: (id) => `/reports/${id}` },
  exp: { noun: t.export, permission: "reports:export", path: (id) => `/exports#${id}` },
};
// A delivery's ID consists of its event's and its webhook's.
const idPattern = /(?<![0-9a-z_])(key|whs|dlv|evt|req|rpt|exp)_(?:[0-9a-z]{26}|(?<=dlv_)[0-9a-z]{52})(?![0-9a-z])/;
/** The start of a secret, whole or not, also with white space inside: no text with it is sent. */
const secretStart = /cp[kp]_(?:\s*[0-9A-Za-z]){8}\s*_/;

export type PaletteTarget =
  | { kind: "record"; id: string; noun: string; permission: Permission; path: string }
  | { kind: "secret"; secret: string; prefix: string }
  | { kind: "broken_secret" };

/** The record or the secret in a text, alone or in a line that was copied with it; null for text to search by. */
export function parsePaletteText(text: string): PaletteTarget | null {
  if (secretStart.test(text)) {
    const key = readKey(text);
    return key.fault === null ? { kind: "secret", secret: key.secret, prefix: key.prefix } : { kind: "broken_secret" };
  }
  const [id, prefix = ""] = idPattern.exec(text) ?? [];
  const kind = kinds[prefix];
  if (id === undefined || kind === undefined) return null;
  return { kind: "record", id, noun: kind.noun, permission: kind.permission, path: kind.path(id) };
}
