import type { Scope } from "../../../contract/scopes.ts";
import { describeAbilities } from "./abilities.ts";
import { findElevated, findOnBehalf, orderScopes, otherScopes, scopeRows } from "./scope-grid.ts";
import { scopePresets as t } from "./strings.ts";

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
    title: t.readOnlySync,
    description: t.readOnlySyncDescription,
    scopes: orderScopes([...standardReads, ...readsBesides]),
  },
  {
    id: "intake-form",
    title: t.intakeForm,
    description: t.intakeFormDescription,
    scopes: orderScopes(["leads:read", "leads:write", "contacts:write", "intake:read", "intake:write"]),
  },
  {
    id: "records-retrieval",
    title: t.recordsRetrieval,
    description: t.recordsRetrievalDescription,
    scopes: orderScopes([
      "cases:read",
      "clients:read",
      "documents:read",
      "documents:write",
      "medical:read",
      "medical:write",
      "events:read",
    ]),
  },
  {
    id: "settlement-accounting",
    title: t.settlementAccounting,
    description: t.settlementAccountingDescription,
    scopes: orderScopes(["cases:read", "billing:read", "settlements:read", "trust:read", "events:read"]),
  },
];

export function findPreset(scopes: readonly Scope[]): ScopePreset | null {
  return scopePresets.find((preset) => preset.scopes.join() === orderScopes(scopes).join()) ?? null;
}

/** What a preset grants, in short sentences, with what it needs besides. */
export function describePreset({ scopes }: ScopePreset): string[] {
  const elevated = findElevated(scopes);
  const later = describeAbilities(elevated, 2).map((sentence) =>
    t.afterApproval(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`),
  );
  const attorney = findOnBehalf(scopes).length > 0 ? [t.needsAttorney] : [];
  return [
    ...describeAbilities(
      scopes.filter((scope) => !elevated.includes(scope)),
      2,
    ),
    ...later,
    ...attorney,
  ];
}

export const scopeCount = scopeRows.length * 2 + otherScopes.length;
