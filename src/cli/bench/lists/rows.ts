import { Client } from "pg";

/** How many rows the lists have. */
export interface ListCounts {
  /** Cases, and as many clients. */
  cases: number;
  /** Leads, documents, invoices, contacts, notes, tasks and retrieval requests: of each. */
  others: number;
}

/** The n-th record's id: as long as a real one, in the order of creation. */
const id = (prefix: string, n = "n") => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
/** A number below `size` that follows from n, differently for each `salt`. */
const draw = (salt: number, size: number) => `((hashint8extended(n, ${salt}) & 2147483647) % ${size})`;
const oneOf = (salt: number, words: readonly string[]) =>
  `(ARRAY['${words.join("','")}'])[1 + ${draw(salt, words.length)}]`;
/** Spread over four years: the last record was made now. $2 is the number of records. */
const age = `interval '1400 days' * (($2::integer - n)::float8 / $2::integer)`;
const instants = `now() - ${age}, now() - ${age} * (${draw(90, 1000)} / 1000.0)`;

const lastNames = [
  "Diaz",
  "Okafor",
  "Nguyen",
  "Smith",
  "Johnson",
  "Garcia",
  "Kim",
  "Patel",
  "Rossi",
  "Novak",
  "Haddad",
  "Silva",
  "Weber",
  "Kowalski",
  "Tanaka",
  "Mbeki",
  "Larsen",
  "Dubois",
  "Costa",
  "Ivanova",
  "Murphy",
  "Cohen",
  "Ali",
  "Chen",
  "Brown",
  "Wilson",
  "Moore",
  "Taylor",
  "Clark",
  "Lewis",
  "Young",
  "King",
  "Scott",
  "Green",
  "Baker",
  "Adams",
  "Nelson",
  "Hill",
  "Campbell",
  "Reyes",
];
const firstNames = [
  "Rosa",
  "Ada",
  "Linh",
  "Maya",
  "Omar",
  "Ivan",
  "Nora",
  "Hugo",
  "Lena",
  "Amir",
  "Sara",
  "Paul",
  "Vera",
  "Luis",
  "Anna",
  "Jack",
  "Mei",
  "Tom",
  "Eva",
  "Max",
];
const opponents = ["Acme", "Borealis", "Cascade", "Delta", "Everest", "Falcon", "Granite", "Harbor"];
const caseTypes = ["motor_vehicle_accident", "premises_liability", "medical_malpractice", "dog_bite", "other"];
const states = ["TX", "NY", "CA", "FL", "IL", "WA"];
const stages = [
  "intake",
  "intake",
  "investigation",
  "treatment",
  "demand_sent",
  "negotiation",
  "discovery",
  "trial",
  "closed",
  "closed",
];
const [lastName, firstName, opponent] = [oneOf(1, lastNames), oneOf(2, firstNames), oneOf(3, opponents)];
const taskStatus = oneOf(14, ["pending", "in_progress", "completed"]);
const isOpen = `${oneOf(5, stages)} <> 'closed'`;

/** Attorneys of a firm, numbered from 0. */
const attorneys = 20;
/** So many cases have the rare word. */
const rareCases = 250;
/** Values that the measured lists filter by. */
export const wanted = {
  attorneyId: `mem_${"7".padStart(26, "0")}`,
  commonTag: "Needs records",
  rareTag: "Appeal watch",
  rareWord: "zanzibar",
  commonWord: "diaz",
  veryCommonWord: "acme",
  /** The newest case has every second document. */
  crowdedCase: (cases: number) => `case_${String(cases).padStart(26, "0")}`,
};

type Fill = readonly [table: string, columns: string, values: string, condition?: string];

/**
 * One row for each case, numbered n, unless the condition leaves it out. $1 is the organization, $2 the number of
 * cases.
 */
const ofCases: readonly Fill[] = [
  [
    "Client",
    `id, "firstName", "lastName", "nameKey", email, "emailKey", phone, "phoneE164", city, state, "zipCode", "dateOfBirth", "ssnFourDigits", "createdAt", "updatedAt"`,
    `${id("cli")}, ${firstName}, ${lastName}, lower(${lastName} || ' ' || ${firstName}), 'p' || n || '@example.com', 'p' || n || '@example.com', '(512) 555-0100',
     '+1512' || 2000000 + n, 'Austin', ${oneOf(4, states)}, '78701', date '1950-01-01' + (n % 20000), lpad((n % 10000)::text, 4, '0'), ${instants}`,
  ],
  [
    "Case",
    `id, "sequenceId", "plaintiffId", "attorneyId", "externalId", title, description, "injuryDescription", "caseType", "caseState", "matterStage", "matterStatus",
      "stageEnteredAt", "highValue", "dateOfIncident", "openedOn", "closedOn", "createdAt", "updatedAt"`,
    `${id("case")}, '2026-' || lpad(n::text, 7, '0'), ${id("cli")}, ${id("mem", draw(7, attorneys))}, 'crm-' || n, ${lastName} || ' v. ' || ${opponent} || ' Logistics',
     repeat('The client was hit at a crossing. ', 6), 'Neck and back', ${oneOf(6, caseTypes)}, ${oneOf(4, states)}, ${oneOf(5, stages)}, CASE WHEN ${isOpen} THEN 'open' ELSE 'closed' END,
     now() - ${age}, ${draw(8, 20)} = 0, current_date - (n % 2000)::integer, (now() - ${age})::date, CASE WHEN ${isOpen} THEN NULL ELSE current_date END, ${instants}`,
  ],
  ["CaseAttorney", `"caseId", "attorneyId", role`, `${id("case")}, ${id("mem", draw(7, attorneys))}, 'lead'`],
  ["CaseTag", `"caseId", "tagId"`, `${id("case")}, ${id("tag", "1")}`, "n % 2 = 0"],
  ["CaseTag", `"caseId", "tagId"`, `${id("case")}, ${id("tag", "2")}`, "n % 50 = 1"],
  ["SearchTerm", `entity, term, "recordId"`, `'case', lower(${lastName}), ${id("case")}`],
  ["SearchTerm", `entity, term, "recordId"`, `'case', lower(${opponent}), ${id("case")}`],
  [
    "SearchTerm",
    `entity, term, "recordId"`,
    `'case', '${wanted.rareWord}', ${id("case")}`,
    `n % greatest($2::integer / ${rareCases}, 1) = 0`,
  ],
  ["SearchTerm", `entity, term, "recordId"`, `'client', lower(${lastName}), ${id("cli")}`],
];

/** The same for the other lists: $2 is the number of each, $3 the number of cases. */
const aCase = `(1 + n % $3::integer)`;
const ofOthers: readonly Fill[] = [
  [
    "Lead",
    `id, "sequenceId", "firstName", "lastName", email, "emailKey", "caseType", "caseState", source, status, qualification, "assignedToMemberId", description, "createdAt", "updatedAt"`,
    `${id("lead")}, 'L-2026-' || lpad(n::text, 7, '0'), ${firstName}, ${lastName}, 'l' || n || '@example.com', 'l' || n || '@example.com', ${oneOf(6, caseTypes)}, ${oneOf(4, states)}, 'web_form',
     ${oneOf(9, ["new", "attempting_contact", "contacted", "qualified"])}, 'unreviewed', ${id("mem", draw(7, attorneys))}, repeat('Called about an accident. ', 4), ${instants}`,
  ],
  [
    "Contact",
    `id, type, name, "companyName", email, phone, city, state, "createdAt", "updatedAt"`,
    `${id("con")}, ${oneOf(10, ["company", "medical_provider", "court"])}, ${opponent} || ' ' || ${lastName} || ' ' || n, ${opponent}, 'c' || n || '@example.com', '(512) 555-0101', 'Austin', ${oneOf(4, states)}, ${instants}`,
  ],
  [
    "Document",
    `id, "caseId", name, "fileName", "contentType", "sizeBytes", sha256, category, status, version, "uploadedBy", "createdAt", "updatedAt"`,
    `${id("doc")}, CASE WHEN n % 2 = 0 THEN ${id("case", "$3")} ELSE ${id("case", aCase)} END, 'Letter ' || n || '.pdf', 'letter.pdf', 'application/pdf', 1000 + n, repeat('0', 64),
     'other', 'available', 1, '{"type":"user","id":"mem_1","name":"Ada Counsel"}', ${instants}`,
  ],
  [
    "Invoice",
    `id, "invoiceNumber", "caseId", "clientId", status, subject, "issuedOn", "dueOn", "subtotalCents", "totalCents", "createdAt", "updatedAt"`,
    `${id("inv")}, 'INV-2026-' || n, ${id("case", aCase)}, ${id("cli", aCase)}, ${oneOf(11, ["draft", "sent", "sent", "overdue", "to_be_paid"])}, 'Costs', (now() - ${age})::date, (now() - ${age})::date + 30, 12500, 12500, ${instants}`,
  ],
  [
    "InvoiceLineItem",
    `id, "invoiceId", position, kind, description, quantity, "rateCents", "amountCents"`,
    `${id("ili")}, ${id("inv")}, 1, 'expense', 'Records', 1, 12500, 12500`,
  ],
  [
    "Note",
    `id, "caseId", type, body, "bodyText", author, "createdAt", "updatedAt"`,
    `${id("note")}, CASE WHEN n % 2 = 0 THEN ${id("case", "$3")} ELSE ${id("case", aCase)} END, 'phone_call', 'Called the adjuster.', 'Called the adjuster.', '{"type":"integration_key","id":"key_1","name":"Calls"}', ${instants}`,
  ],
  [
    "Task",
    `id, "caseId", title, status, "completedAt", "dueOn", "dueDay", "createdBy", "createdAt", "updatedAt"`,
    `${id("task")}, ${id("case", aCase)}, 'Call the adjuster', ${taskStatus}, CASE ${taskStatus} WHEN 'completed' THEN now() END, (now() - ${age})::date, (now() - ${age})::date, '{"type":"integration_key","id":"key_1","name":"Calls"}', ${instants}`,
  ],
  [
    "MedicalFacility",
    `id, "caseId", "clientId", "contactId", "boundContactId", "createdAt", "updatedAt"`,
    `${id("fac")}, ${id("case", aCase)}, ${id("cli", aCase)}, ${id("con")}, ${id("con")}, ${instants}`,
  ],
  [
    "RetrievalRequest",
    `id, "requestNumber", "caseId", "clientId", "facilityId", "vendorId", "requestType", "recordTypes", "deliveryMethod", status, "createdAt", "updatedAt"`,
    `${id("rr")}, 'RR-2026-' || n, ${id("case", aCase)}, ${id("cli", aCase)}, ${id("fac")}, ${id("con", draw(12, 20))}, 'records', '{}', 'email', ${oneOf(13, ["draft", "ready", "submitted", "received"])}, ${instants}`,
  ],
];

const tables = [...new Set([...ofCases, ...ofOthers].map(([table]) => table))];

/**
 * Fills the lists of organizations, all but the first with a tenth, as the superuser and past triggers and foreign
 * keys. Indexes are made again afterwards, and statistics too.
 */
export async function fillLists(
  ownerUrl: string,
  organizationIds: readonly string[],
  counts: ListCounts,
  stopping: AbortSignal,
): Promise<void> {
  // Not the product's pool: its 5 s for a statement are for requests.
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'",
    );
    const indexes = await dropIndexes(owner);
    for (const [place, organizationId] of organizationIds.entries()) {
      const share = place === 0 ? 1 : 0.1;
      await fillOrganization(
        owner,
        organizationId,
        { cases: counts.cases * share, others: counts.others * share },
        stopping,
      );
    }
    for (const definition of indexes) {
      stopping.throwIfAborted();
      await owner.query(definition);
    }
    // Now, rather than as autovacuum and a checkpoint in the midst of the measurements.
    await owner.query("VACUUM (FREEZE, ANALYZE)");
    await owner.query("CHECKPOINT");
  } finally {
    await owner.end();
  }
}

async function fillOrganization(
  owner: Client,
  organizationId: string,
  { cases, others }: ListCounts,
  stopping: AbortSignal,
): Promise<void> {
  const run = ([table, columns, values, condition = "true"]: Fill, parameters: unknown[]) => {
    stopping.throwIfAborted();
    return owner.query(
      `INSERT INTO "${table}" ("organizationId", ${columns}) SELECT $1, ${values} FROM generate_series(1, $2::integer) n WHERE ${condition}`,
      parameters,
    );
  };
  await owner.query(
    `INSERT INTO "Member" ("organizationId", id, "firstName", "lastName", email, role, "isAttorney")
     SELECT $1, ${id("mem")}, 'Ada', 'Counsel ' || n, 'ada' || n || '@firm.example', 'attorney', true FROM generate_series(0, ${attorneys - 1}) n`,
    [organizationId],
  );
  await owner.query(
    `INSERT INTO "Tag" ("organizationId", id, name, "nameKey", color)
     SELECT $1, ${id("tag")}, t, lower(t), '#2563eb' FROM unnest($2::text[]) WITH ORDINALITY u(t, n)`,
    [organizationId, [wanted.commonTag, wanted.rareTag]],
  );
  for (const fill of ofCases) await run(fill, [organizationId, cases]);
  for (const fill of ofOthers) await run(fill, [organizationId, others, ...(fill[2].includes("$3") ? [cases] : [])]);
}

/**
 * Indexes that no constraint needs.
 *
 * @returns what makes them again
 */
async function dropIndexes(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = ANY ($1::text[]::regclass[]) AND NOT i.indisunique`,
    [tables.map((table) => `"${table}"`)],
  );
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
