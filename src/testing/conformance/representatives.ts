import { readsIfMatch, readsIfNoneMatch, type OperationMeta } from "../../contract/operation.ts";
import { isElevated, needsActingAttorney } from "../../contract/scopes.ts";
import { canOmitBody, takesBody, type Declaration } from "../../rpc/declarations.ts";
import { isFullExtent } from "../harness/extent.ts";

type Trait = (declaration: Declaration) => string | boolean;

/**
 * By which trait each field of a declaration steers the code that serves every operation; null for a field that this
 * code never reads. A field that is added to OperationMeta does not compile before it is listed here, and
 * representatives.test.ts fails when the server reads one that is listed with null.
 */
export const traitOfField = {
  method: (declaration) =>
    `${declaration.kind} ${declaration.meta.method} ${describeBody(declaration)} ${declaration.meta.idempotency}`,
  path: ({ pathParameters }) => pathParameters.length > 0,
  scope: ({ meta }) => describeScope(meta),
  orScopes: ({ meta }) => meta.orScopes !== undefined,
  showsMoreWith: ({ meta }) => meta.showsMoreWith !== undefined,
  readBy: ({ meta: { readBy, scope } }) => readBy !== undefined && readBy !== scope,
  echoes: ({ meta }) => meta.echoes !== undefined,
  tier: ({ meta }) => meta.tier,
  idempotency: ({ meta }) => meta.idempotency,
  emits: ({ meta }) => meta.emits !== undefined,
  mayEmit: ({ meta }) => meta.mayEmit !== undefined,
  etag: ({ meta }) => `${meta.etag !== undefined} ${readsIfNoneMatch(meta)}`,
  created: ({ meta }) => meta.created !== undefined,
  ifMatch: ({ meta }) => (readsIfMatch(meta) ? (meta.ifMatch ?? "read") : "ignored"),
  upload: ({ meta }) => meta.upload === true,
  manyItems: ({ meta }) => meta.manyItems !== undefined,
  queryParameters: ({ meta }) => meta.queryParameters !== undefined,
  completes: ({ meta }) => meta.completes === true,
  openToVendors: ({ meta }) => meta.openToVendors === true,
  slow: ({ meta }) => meta.slow === true,
  legacyCredentials: ({ meta }) => meta.legacyCredentials === true,
  deprecated: ({ meta }) => meta.deprecated !== undefined,
  isVolatile: ({ meta }) => meta.isVolatile === true,
  returnsSecret: ({ meta }) => meta.returnsSecret === true,
  sharesTransaction: ({ meta }) => meta.sharesTransaction === true,
  duringReset: ({ meta }) => meta.duringReset === true,
  summary: null,
  description: null,
  area: null,
  errors: null,
  // Described only; assistants confirm it.
  destroys: null,
  // Described, and read by bulk jobs alone.
  bulk: null,
  // Of assistants: src/mcp reads it.
  mcp: null,
  // Read by the search of assistants alone.
  searchWords: null,
  // Of members in the portal; a key has no second factor.
  confirm: null,
} satisfies Record<keyof OperationMeta, Trait | null>;

function describeBody(declaration: Declaration): string {
  if (!takesBody(declaration)) return "no body";
  return canOmitBody(declaration) ? "optional body" : "body";
}

function describeScope({ scope }: OperationMeta): string {
  if (scope === null) return "none";
  return `${needsActingAttorney(scope) ? "with attorney" : "alone"} ${isElevated(scope) ? "elevated" : "standard"}`;
}

const traitsSeen = new Map<Declaration, readonly string[]>();

/** An operation's class: what code that serves every operation can distinguish it from others by. */
export function listTraits(declaration: Declaration): readonly string[] {
  const seen = traitsSeen.get(declaration);
  if (seen !== undefined) return seen;
  const traits = Object.entries(traitOfField).flatMap(([field, trait]) =>
    trait === null ? [] : [`${field}: ${trait(declaration)}`],
  );
  traitsSeen.set(declaration, traits);
  return traits;
}

/**
 * The operations on which a rule runs that one piece of code keeps for all of them: few, and among them every value of
 * every trait. The same ones each time; all of them in `npm run test:full`.
 */
export function representatives<Subject extends { declaration: Declaration }>(
  subjects: readonly Subject[],
): ReadonlySet<Subject> {
  if (isFullExtent) return new Set(subjects);
  const missing = new Set(subjects.flatMap(({ declaration }) => listTraits(declaration)));
  const countMissing = ({ declaration }: Subject) =>
    listTraits(declaration).filter((trait) => missing.has(trait)).length;
  const chosen = new Set<Subject>();
  while (missing.size > 0) {
    const best = subjects.reduce((found, subject) => (countMissing(subject) > countMissing(found) ? subject : found));
    chosen.add(best);
    for (const trait of listTraits(best.declaration)) missing.delete(trait);
  }
  return chosen;
}
