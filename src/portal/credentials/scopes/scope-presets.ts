import type { Scope } from "../../../contract/scopes.ts";
import { describeAbilities } from "./abilities.ts";
import { findElevated, findOnBehalf, orderScopes, otherScopes, scopeRows } from "./scope-grid.ts";

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
    description: "Copies the firm’s records to another system.",
    scopes: orderScopes([...standardReads, ...readsBesides]),
  },
  {
    id: "intake-form",
    title: "Intake form",
    description: "Receives inquiries from a website.",
    scopes: orderScopes(["leads:read", "leads:write", "contacts:write", "intake:read", "intake:write"]),
  },
  {
    id: "records-retrieval",
    title: "Records retrieval vendor",
    description: "Requests medical records and files them.",
    scopes: orderScopes(["cases:read", "clients:read", "documents:read", "documents:write", "medical:read", "medical:write", "events:read"]),
  },
];

export function findPreset(scopes: readonly Scope[]): ScopePreset | null {
  return scopePresets.find((preset) => preset.scopes.join() === orderScopes(scopes).join()) ?? null;
}

/** What a preset grants, in short sentences, with what it needs besides. */
export function describePreset({ scopes }: ScopePreset): string[] {
  const elevated = findElevated(scopes);
  const later = describeAbilities(elevated, 2).map((sentence) => `After approval: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  const attorney = findOnBehalf(scopes).length > 0 ? ["Needs an acting attorney."] : [];
  return [...describeAbilities(scopes.filter((scope) => !elevated.includes(scope)), 2), ...later, ...attorney];
}

export const scopeCount = scopeRows.length * 2 + otherScopes.length;
