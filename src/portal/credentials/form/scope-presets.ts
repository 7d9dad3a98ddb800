import type { Scope } from "../../../contract/scopes.ts";
import { findElevated, orderScopes, otherScopes, scopeRows } from "./scope-grid.ts";

export interface ScopePreset {
  id: string;
  title: string;
  description: string;
  scopes: readonly Scope[];
}

const standardReads = scopeRows.map(({ read }) => read).filter((scope) => findElevated([scope]).length === 0);
const readsBesides: readonly Scope[] = ["org:read", "events:read"];

export const scopePresets: readonly ScopePreset[] = [
  {
    id: "read-only-sync",
    title: "Read-only sync",
    description: "Copies the firm’s records to another system. No write access.",
    scopes: orderScopes([...standardReads, ...readsBesides]),
  },
  {
    id: "intake-form",
    title: "Intake form",
    description: "Receives inquiries from a website: leads, contacts and intake answers.",
    scopes: orderScopes(["leads:read", "leads:write", "contacts:write", "intake:read", "intake:write"]),
  },
  {
    id: "records-retrieval",
    title: "Records retrieval vendor",
    description: "Requests medical records and files them. Two of its scopes are elevated.",
    scopes: orderScopes(["cases:read", "clients:read", "documents:read", "documents:write", "medical:read", "medical:write", "events:read"]),
  },
];

export function findPreset(scopes: readonly Scope[]): ScopePreset | null {
  return scopePresets.find((preset) => preset.scopes.join() === orderScopes(scopes).join()) ?? null;
}

export const scopeCount = scopeRows.length * 2 + otherScopes.length;
