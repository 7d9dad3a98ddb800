import { AppError, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { lockAttorneyForShare } from "../../../rpc/authorize.ts";
import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { hashConsentText, shippedTexts } from "./domain.shipped.ts";
import { EsignConsentText, type ConsentLanguage, type ConsentTextFilter, type NewConsentText } from "./schema.ts";
import {
  insertConsentText,
  listConsentTextRows,
  lockConsentTextRowsForUpdate,
  markSuperseded,
  markVerified,
  type ConsentTextRow,
} from "./store.ts";

const pick = createOutputPicker(EsignConsentText);
const shippedIds: ReadonlySet<string> = new Set(shippedTexts.map(({ id }) => id));

const describe = (row: ConsentTextRow): EsignConsentText =>
  shippedIds.has(row.id)
    ? pick({ ...row, source: "default", createdAt: null })
    : pick({ ...row, source: "organization" });

/**
 * The shipped texts with what the firm made of them, and the firm's own, by language and version. A row exists once the
 * firm verifies a text, supersedes it or writes its own (0094 does the same for rules).
 */
export async function listConsentTexts(
  context: Context,
  { language, isCurrent }: ConsentTextFilter = {},
): Promise<EsignConsentText[]> {
  const rows = (await listConsentTextRows(context)).map(describe);
  const known = new Set(rows.map(({ id }) => id));
  const shipped = shippedTexts
    .filter(({ id }) => !known.has(id))
    .map((text) =>
      pick({
        ...text,
        // Otherwise the firm has a newer text of the language.
        isCurrent: !rows.some((row) => row.language === text.language),
        source: "default",
        verification: "unverified",
        verifiedBy: null,
        verifiedAt: null,
        createdAt: null,
      }),
    );
  return [...shipped, ...rows]
    .filter(
      (text) =>
        (language === undefined || text.language === language) &&
        (isCurrent === undefined || text.isCurrent === isCurrent),
    )
    .toSorted((one, other) => one.language.localeCompare(other.language) || one.version - other.version);
}

/** The text that the signing page shows now. There always is one, because one is shipped for each language. */
export async function findCurrentConsentText(context: Context, language: ConsentLanguage): Promise<EsignConsentText> {
  const [current] = await listConsentTexts(context, { language, isCurrent: true });
  if (current === undefined) throw new Error(`no consent text of ${language} is current`);
  return current;
}

/**
 * A text, also one that was superseded: what a signature refers to.
 *
 * @throws NOT_FOUND
 */
export async function getConsentText(context: Context, id: string): Promise<EsignConsentText> {
  const found = (await listConsentTexts(context)).find((text) => text.id === id);
  if (found === undefined) throw notFound("Consent text");
  return found;
}

function record(
  context: Context,
  eventType: EventType & `esign_consent_text.${string}`,
  before: EsignConsentText | null,
  after: EsignConsentText,
): void {
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload: after,
    diff: before === null ? {} : diffRecords(before, after),
    relatedIds: [{ entity: "esign_consent_text", id: after.id }],
  });
}

/**
 * Locks the texts of a language until commit. The first time, the shipped one gets its row: it stays the version that
 * it was, whatever a release ships.
 */
async function lockTextsForUpdate(context: Context, language: ConsentLanguage): Promise<void> {
  const shipped = shippedTexts.findLast((text) => text.language === language);
  if (shipped === undefined) throw new Error(`no consent text of ${language} is shipped`);
  const rows = await listConsentTextRows(context);
  // Of two at once, the second waits here for the first.
  if (!rows.some((row) => row.language === language)) await insertConsentText(context, shipped, "unless it exists");
  await lockConsentTextRowsForUpdate(context, language);
}

/**
 * Writes the next version of a language's text, which has to be verified anew. Signatures keep the text that was shown.
 *
 * @throws STALE_REVISION where another version was written meanwhile
 */
export async function createConsentTextVersion(
  context: Context,
  { language, title, body, expectedVersion }: NewConsentText,
): Promise<EsignConsentText> {
  await lockTextsForUpdate(context, language);
  const current = await findCurrentConsentText(context, language);
  if (current.version !== expectedVersion) throw staleRevision("consent text");
  await markSuperseded(context, current.id);
  const id = createId("esignConsentText");
  const text = { id, language, version: current.version + 1, title, body, sha256: hashConsentText({ title, body }) };
  await insertConsentText(context, text);
  const created = await getConsentText(context, id);
  record(context, "esign_consent_text.created", null, created);
  return created;
}

/**
 * An attorney vouches for a text that is shown now. Does nothing for one that is verified.
 *
 * @throws NOT_FOUND; FORBIDDEN for a member who is no attorney; INVALID_STATE_TRANSITION for a text that was superseded
 */
export async function verifyConsentText(context: Context, id: string): Promise<EsignConsentText> {
  const attorneyId = await lockVerifierForShare(context);
  const { language } = await getConsentText(context, id);
  await lockTextsForUpdate(context, language);
  const before = await getConsentText(context, id);
  if (!before.isCurrent) throw invalidState("A later version superseded this text", { detail: "superseded" });
  if (before.verification === "verified") return before;
  await markVerified(context, id, attorneyId);
  const after = await getConsentText(context, id);
  record(context, "esign_consent_text.verified", before, after);
  return after;
}

/** @throws FORBIDDEN for a member who is no attorney */
async function lockVerifierForShare(context: Context): Promise<string> {
  const { actingAttorneyActive, actingAttorneyId } = context.principal;
  if (!actingAttorneyActive || actingAttorneyId === null || !(await lockAttorneyForShare(context, actingAttorneyId)))
    throw new AppError("FORBIDDEN", "Only an attorney can verify a consent text");
  return actingAttorneyId;
}
