import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../platform/database/lists/hanging-records.ts";
import { maxSearchWords } from "../../platform/database/lists/search-terms.ts";
import { joinAtApostrophes } from "../../platform/names/record-words.ts";
import type { Context } from "../../rpc/context.ts";
import type { IdentifyingField, SearchPart } from "../../rpc/search.ts";

type Tenant = Pick<Context, "organizationId" | "transaction">;

/**
 * Of a search that so many records of a type have, or fewer, all are compared and ranked: 10 ms. Of more, the most
 * recently changed come first, read along the index of changes until the page is full.
 */
export const maxRanked = 1_000;

/** How many entries of a word are counted, to begin with the rarest. */
const maxCounted = 2_000;

/** How much one page reads of a type at most, so that a page of any search takes a fraction of a second. */
export interface SearchBounds {
  /** Entries of the rarest word, in search of the records that have all words. */
  scanned: number;
  /** Records in the order of changes, in search of those that have all words. */
  walked: number;
}

/** 0.2 s each. */
export const searchBounds: SearchBounds = { scanned: 50_000, walked: 50_000 };

/** What a result is ordered by, first to last. Results that changed after the first page come at the end. */
export const places = { identified: 1, named: 2, mentioned: 3, changed: 4 } as const;
/** The same in statements. */
const [identified, named, mentioned, changed] = [sql`1`, sql`2`, sql`3`, sql`4`] as const;

/** What is searched for, normalized. */
export interface SearchTerms {
  /** As it was sent, without blanks around it. */
  text: string;
  email: string;
  /** E.164; null where it is no phone number. */
  phone: string | null;
  /** Two where words have an apostrophe: with such words in parts, and joined. A record has all words of one of them. */
  forms: readonly SearchForm[];
}

export interface SearchForm {
  /** Whole words. */
  words: readonly string[];
  /** The beginning of one more word. */
  beginning: string;
}

/** After which result a page begins. */
export interface SearchPosition {
  place: number;
  /** Milliseconds since 1970, negative where the most recent comes first. */
  key: number;
  /** Of results of the same place and key: the position of the type, then the ID. */
  type: number;
  id: string;
}

export interface SearchPage {
  /** Milliseconds since 1970: when the first page was read. */
  asOf: number;
  /** The position of the part's type among all. */
  type: number;
  after: SearchPosition | null;
  limit: number;
  bounds: SearchBounds;
}

export interface FoundRecord {
  id: string;
  place: number;
  key: number;
  updatedAt: string;
  title: string | null;
  subtitle: string | null;
  number: string | null;
  matchedField: string;
}

/**
 * The words of a search, also with joined words in place of those with an apostrophe, and the time of its first page.
 *
 * @returns one word more than a search may have where it has more
 */
export async function readSearch(
  { transaction }: Pick<Tenant, "transaction">,
  text: string,
): Promise<{ words: string[]; joined: string[]; now: number }> {
  const most = sql`[1:${maxSearchWords + 1}::integer]`;
  const { rows } = await sql<{ words: string[]; joined: string[]; now: number }>`
    SELECT (search_words(${text}))${most} AS words, (search_words(${joinAtApostrophes(text)}))${most} AS joined,
      floor(extract(epoch FROM now()) * 1000)::bigint AS now`.execute(transaction);
  return rows[0] ?? { words: [], joined: [], now: 0 };
}

/** After every word that begins with a text, in the order of every collation that knows all characters. */
const last = "\u{10FFFF}";

const columnOf = (name: string) => sql.ref(`r.${name}`);
const joinColumns = (separator: string, names: readonly string[]) =>
  sql<string | null>`nullif(concat_ws(${separator}::text, ${sql.join(names.map(columnOf))}), '')`;

/** Which records of the part an API key of its scope may find: those of its list. */
function isListed({ organizationId }: Pick<Tenant, "organizationId">, part: SearchPart): RawBuilder<boolean> {
  const { owners = [], withheld = [] } = part;
  return sql<boolean>`${sql.join(
    [
      sql`r."organizationId" = ${organizationId}`,
      sql`r."deletedAt" IS NULL`,
      ...(owners.length === 0 ? [] : [hasLiveOwners(organizationId, "r", owners)]),
      ...withheld.map(({ column, values }) => sql`${columnOf(column)} <> ALL (${[...values]}::text[])`),
    ],
    sql` AND `,
  )}`;
}

/** Rows `(id, field)`: records with the searched ID, number, e-mail address or phone number, and the field's position. */
function selectIdentified({ organizationId }: Pick<Tenant, "organizationId">, part: SearchPart, terms: SearchTerms) {
  const valuesOf = ({ form }: IdentifyingField): string[] => {
    if (form === "email") return [terms.email];
    if (form === "phone") return terms.phone === null ? [] : [terms.phone];
    return form === "number" ? [terms.text.toUpperCase()] : [terms.text];
  };
  const fields = part.identifying.flatMap((field, index) =>
    valuesOf(field).map((value) => ({ ...field, index, value })),
  );
  const lookups = fields.map(({ index, value, column, lines }) => {
    const source = lines === undefined ? { table: part.table, owner: "id" } : lines;
    return sql`SELECT i.${sql.ref(source.owner)} AS id, ${index}::integer AS field FROM ${sql.table(source.table)} i
      WHERE i."organizationId" = ${organizationId} AND i.${sql.ref(column)} = ${value}`;
  });
  const byId = sql`SELECT i.id, ${part.identifying.length}::integer AS field FROM ${sql.table(part.table)} i
    WHERE i."organizationId" = ${organizationId} AND i.id = ${terms.text}`;
  return sql.join([...lookups, byId], sql` UNION ALL `);
}

/** Whether a record has all words, of which one may be left out: what found it. */
function hasAllWords(
  { organizationId }: Pick<Tenant, "organizationId">,
  entity: string,
  { words, beginning }: SearchForm,
  { id, except }: { id: RawBuilder<unknown>; except: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const terms = sql`FROM "SearchTerm" x WHERE x."organizationId" = ${organizationId} AND x.entity = ${entity} AND x."recordId" = ${id}`;
  // OFFSET 0: PostgreSQL would otherwise hash the words of all records, for a look at those of some. The beginning is
  // sought among the record's own words: along the words that begin so, all of them would be read.
  return sql<boolean>`(
    NOT EXISTS (SELECT FROM unnest(${[...words]}::text[]) AS w (word)
      WHERE w.word <> ALL (${except}) AND NOT EXISTS (SELECT ${terms} AND x.term = w.word OFFSET 0))
    AND (${beginning} = ANY (${except}) OR EXISTS (
      SELECT FROM (SELECT x.term ${terms} OFFSET 0) own WHERE starts_with(own.term, ${beginning}))))`;
}

/** A search by words in parts of a statement. */
interface Gathering {
  /** Common table expressions with rows `(low, high)`: for each form the range of its rarest word. */
  rarest: RawBuilder<unknown>[];
  /** Rows `(id)`: the records that have all words, of the entries that may be scanned; each once. */
  gathered: RawBuilder<unknown>;
  /** Whether a rarest word has more entries than may be scanned. */
  isUnfinished: RawBuilder<boolean>;
}

/** A type without words. */
const nothingGathered: Gathering = {
  rarest: [],
  gathered: sql`SELECT NULL::text AS id WHERE false`,
  isUnfinished: sql<boolean>`false`,
};

/** The records that have all words of a form. The lookup begins with the rarest of them. */
function gatherByWords(
  context: Pick<Tenant, "organizationId">,
  entity: string,
  terms: SearchTerms,
  { most, scanned }: { most: number; scanned: number },
): Gathering {
  const { organizationId } = context;
  const inRange = sql`FROM "SearchTerm" s WHERE s."organizationId" = ${organizationId} AND s.entity = ${entity}
    AND s.term >= b.low AND s.term <= b.high`;
  const gatherings = terms.forms.map((form, index) => {
    const rarest = sql.id(`rarest${index}`);
    const lows = [...form.words, form.beginning];
    const highs = [...form.words, form.beginning + last];
    const has = hasAllWords(context, entity, form, { id: sql`e."recordId"`, except: sql`ARRAY[b.low]` });
    return {
      rarest: sql`${rarest} AS MATERIALIZED (
        SELECT b.low, b.high FROM unnest(${lows}::text[], ${highs}::text[]) AS b (low, high)
        CROSS JOIN LATERAL (SELECT count(*) AS entries FROM (SELECT ${inRange} LIMIT ${maxCounted}::integer) t) n
        ORDER BY n.entries LIMIT 1)`,
      gathered: sql`
        SELECT g.id FROM ${rarest} b CROSS JOIN LATERAL (
          SELECT e."recordId" AS id FROM (SELECT s."recordId" ${inRange} LIMIT ${scanned}::integer) e
          WHERE ${has} LIMIT ${most}::integer) g`,
      isUnfinished: sql`EXISTS (
        SELECT FROM ${rarest} b CROSS JOIN LATERAL (SELECT ${inRange} OFFSET ${scanned}::integer LIMIT 1) e)`,
    };
  });
  return {
    rarest: gatherings.map(({ rarest }) => rarest),
    gathered: sql.join(
      gatherings.map(({ gathered }) => gathered),
      sql` UNION `,
    ),
    isUnfinished: sql<boolean>`(${sql.join(
      gatherings.map(({ isUnfinished }) => isUnfinished),
      sql` OR `,
    )})`,
  };
}

/** A condition that holds for one of the forms. */
const forAnyForm = ({ forms }: SearchTerms, condition: (form: SearchForm) => RawBuilder<boolean>) =>
  sql<boolean>`(${sql.join(forms.map(condition), sql` OR `)})`;

const isAnyWord = (terms: SearchTerms) =>
  forAnyForm(
    terms,
    ({ words, beginning }) => sql`w.word = ANY (${[...words]}::text[]) OR starts_with(w.word, ${beginning})`,
  );

/** The first field that has one of the words. */
function nameMatchedField(part: SearchPart, terms: SearchTerms): RawBuilder<string> {
  const hasWord = (text: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT FROM unnest(record_words(${text})) AS w (word) WHERE ${isAnyWord(terms)})`;
  const title = part.title.length === 1 ? (part.title[0] ?? "") : "name";
  return sql<string>`CASE WHEN ${hasWord(joinColumns(" ", part.title))} THEN ${title}::text
    ${sql.join(
      part.fields.map((field) => sql`WHEN ${hasWord(columnOf(field))} THEN ${field}::text`),
      sql` `,
    )} ELSE ${part.otherField}::text END`;
}

function selectShown(part: SearchPart): RawBuilder<unknown> {
  const number = part.number === undefined ? sql`NULL::text` : columnOf(part.number);
  return sql`r.id, r."updatedAt", ${number} AS number,
    coalesce(${joinColumns(" ", part.title)}, ${number}) AS title, ${joinColumns(" · ", part.subtitle)} AS subtitle`;
}

const changedAt = sql<number>`floor(extract(epoch FROM r."updatedAt") * 1000)::bigint`;

/** Whether a result is after the position. Of the same place and time the newest record comes first, except at the end. */
function isAfter({ type, after }: SearchPage): RawBuilder<boolean> {
  if (after === null) return sql<boolean>`true`;
  const here = sql`k.place, k.key, ${type}::integer`;
  const there = sql`${after.place}::integer, ${after.key}::bigint, ${after.type}::integer`;
  return sql<boolean>`((${here}) > (${there}) OR ((${here}) = (${there})
    AND CASE WHEN k.place = ${changed} THEN r.id > ${after.id} ELSE r.id < ${after.id} END))`;
}

const isNamed = (part: SearchPart, terms: SearchTerms) => {
  const has = forAnyForm(
    terms,
    ({ words, beginning }) => sql`n.words @> ${[...words]}::text[] AND EXISTS (
      SELECT FROM unnest(n.words) AS w (word) WHERE starts_with(w.word, ${beginning}))`,
  );
  return sql<boolean>`EXISTS (SELECT FROM (SELECT record_words(${joinColumns(" ", part.title)}) AS words) n WHERE ${has})`;
};

/** How many records with the words are gathered: one more than are ranked says that there are more. */
const mostGathered = { few: maxRanked + 1, all: 2 * maxRanked, none: 0 } as const;

/** The order of a page's records. */
const inOrder = sql`k.place, k.key, CASE WHEN k.place = ${changed} THEN r.id END, r.id DESC`;

/**
 * The page's records that an identifying field names, and those that have all words, if they are so few that all are
 * ranked.
 *
 * @param page `ranks`: `few` for those of the words if they are at most {@link maxRanked}, `all` where an earlier page
 *   has found that they are, `none` where it has found that they are not
 * @returns `isCommon` where more records have the words, or may have them: `listRecent` reads them
 */
export async function findRanked(
  context: Tenant,
  part: SearchPart,
  terms: SearchTerms,
  page: SearchPage & { ranks: "few" | "all" | "none" },
): Promise<{ isCommon: boolean; records: FoundRecord[] }> {
  const { asOf, limit, ranks, bounds } = page;
  // A later page reads again what an earlier one found to be few, although there may be some more by then.
  const scanned = ranks === "all" ? 2 * bounds.scanned : bounds.scanned;
  const { rarest, gathered, isUnfinished } =
    part.hasWords === true
      ? gatherByWords(context, part.type, terms, { most: mostGathered[ranks], scanned })
      : nothingGathered;
  const fieldNames = [...part.identifying.map(({ field }) => field), "id"];
  const { rows } = await sql<{ isCommon: boolean } & FoundRecord>`
    WITH ${sql.join([sql`identified AS MATERIALIZED (${selectIdentified(context, part, terms)})`, ...rarest])},
      gathered AS MATERIALIZED (${gathered})
    SELECT c."isCommon", p.* FROM (
      SELECT ${ranks}::text = 'few' AND (count(*) > ${maxRanked}::integer OR ${isUnfinished}) AS "isCommon" FROM gathered) c
    LEFT JOIN LATERAL (
      SELECT ${selectShown(part)}, k.place, k.key,
        CASE WHEN k.field IS NULL THEN ${nameMatchedField(part, terms)} ELSE (${fieldNames}::text[])[k.field + 1] END AS "matchedField"
      FROM (
        SELECT f.id, f.field, k.place, k.key
        FROM (
          SELECT e.id, min(e.field) AS field FROM (
            SELECT id, field FROM identified UNION ALL SELECT id, NULL FROM gathered WHERE NOT c."isCommon") e
          GROUP BY e.id) f
        CROSS JOIN LATERAL (SELECT r.* FROM ${sql.table(part.table)} r WHERE ${isListed(context, part)} AND r.id = f.id LIMIT 1) r
        -- OFFSET 0: computed once for each, not once for each sort key.
        CROSS JOIN LATERAL (
          SELECT CASE WHEN ${changedAt} > ${asOf}::bigint THEN ${changed} WHEN f.field IS NOT NULL THEN ${identified}
            WHEN ${isNamed(part, terms)} THEN ${named} ELSE ${mentioned} END AS place OFFSET 0) o
        CROSS JOIN LATERAL (SELECT o.place, CASE WHEN o.place = ${changed} THEN ${changedAt} ELSE -${changedAt} END AS key) k
        WHERE ${isAfter(page)} ORDER BY ${inOrder} LIMIT ${limit}::integer) k
      CROSS JOIN LATERAL (
        SELECT r.* FROM ${sql.table(part.table)} r WHERE r."organizationId" = ${context.organizationId} AND r.id = k.id LIMIT 1) r
      ORDER BY ${inOrder}
    ) p ON true`.execute(context.transaction);
  // Without a record the columns of one are null.
  return {
    isCommon: rows[0]?.isCommon === true,
    records: rows.filter(({ place }) => (place as number | null) !== null),
  };
}

type Direction = "back" | "forward";

/**
 * Where the page's records of a common search are in the order of changes: after the position, on this side of the
 * first page.
 */
function boundChanges({ asOf, type, after }: SearchPage, direction: Direction): RawBuilder<boolean> | null {
  const place = direction === "back" ? places.mentioned : places.changed;
  const then = new Date(asOf).toISOString();
  const side =
    direction === "back"
      ? sql<boolean>`r."updatedAt" <= ${then}::timestamptz`
      : sql<boolean>`r."updatedAt" > ${then}::timestamptz`;
  if (after === null || after.place < place) return side;
  if (after.place > place) return null;
  const at = sql`${new Date(Math.abs(after.key)).toISOString()}::timestamptz`;
  const beyond = direction === "back" ? sql`<` : sql`>`;
  if (type === after.type) return sql<boolean>`${side} AND (r."updatedAt", r.id) ${beyond} (${at}, ${after.id})`;
  return type > after.type
    ? sql<boolean>`${side} AND r."updatedAt" ${beyond}= ${at}`
    : sql<boolean>`${side} AND r."updatedAt" ${beyond} ${at}`;
}

/** Records of a type in the order of changes. */
interface Walk {
  records: FoundRecord[];
  /** Where the walk ended before the page was full; null where it did not. What is after it was not read. */
  end: SearchPosition | null;
}

/**
 * The page's records that have all words, of a type in which many have: the most recently changed first. It reads a
 * bounded number of records, so that it may find fewer than there are.
 */
export async function listRecent(
  context: Tenant,
  part: SearchPart,
  terms: SearchTerms,
  page: SearchPage,
): Promise<Walk> {
  const { type, limit } = page;
  const { walked } = page.bounds;
  const of = { id: sql`v.id`, except: sql`ARRAY[]::text[]` };
  const has = forAnyForm(terms, (form) => hasAllWords(context, part.type, form, of));
  const branches = (["back", "forward"] as const).flatMap((direction) => {
    const bound = boundChanges(page, direction);
    if (bound === null) return [];
    const order = direction === "back" ? sql`DESC` : sql`ASC`;
    const inChanges = sql`FROM ${sql.table(part.table)} r
      WHERE ${isListed(context, part)} AND ${bound} AND r.id <> ALL (ARRAY(SELECT i.id FROM identified i))`;
    const found = sql.id(direction);
    const key = direction === "back" ? sql`-${changedAt}` : changedAt;
    const place = direction === "back" ? mentioned : changed;
    return [
      {
        // IS TRUE: as a join, the words would be compared for all records before the first one is returned.
        cte: sql`${found} AS MATERIALIZED (
          SELECT v.id, v."updatedAt" FROM (
            SELECT r.id, r."updatedAt" ${inChanges} ORDER BY r."updatedAt" ${order}, r.id ${order} LIMIT ${walked}::integer) v
          WHERE (${has}) IS TRUE ORDER BY v."updatedAt" ${order}, v.id ${order} LIMIT ${limit}::integer)`,
        rows: sql`SELECT r.id, ${place} AS place, ${key} AS key, false AS "isEnd" FROM ${found} r`,
        // Read only where the page is not full.
        end: sql`SELECT r.id, ${place}, ${key}, true FROM (SELECT count(*) AS found FROM ${found}) c CROSS JOIN LATERAL (
          SELECT r.id, r."updatedAt" ${inChanges} AND c.found < ${limit}::integer
          ORDER BY r."updatedAt" ${order}, r.id ${order} OFFSET ${walked - 1}::integer LIMIT 1) r`,
      },
    ];
  });
  const { rows } = await sql<FoundRecord & { isEnd: boolean }>`
    WITH identified AS MATERIALIZED (${selectIdentified(context, part, terms)}), ${sql.join(branches.map(({ cte }) => cte))}
    SELECT ${selectShown(part)}, k.place, k.key, k."isEnd", ${nameMatchedField(part, terms)} AS "matchedField"
    FROM (${sql.join(
      branches.flatMap(({ rows: found, end }) => [found, end]),
      sql` UNION ALL `,
    )}) k
    CROSS JOIN LATERAL (
      SELECT r.* FROM ${sql.table(part.table)} r WHERE r."organizationId" = ${context.organizationId} AND r.id = k.id LIMIT 1) r
    ORDER BY ${inOrder}`.execute(context.transaction);
  const end = rows.find(({ isEnd }) => isEnd);
  return {
    records: rows.filter(({ isEnd }) => !isEnd),
    end: end === undefined ? null : { place: end.place, key: end.key, type, id: end.id },
  };
}
