/**
 * The IDs, people and dates that all examples share: one story. Elena Marsh was rear-ended in Austin and is
 * treated at Mercy General; a vendor retrieves her records.
 */
export const ids = {
  organizationId: "org_01kf3m0c2e4g6j8m0q2s4v6x8z",
  keyId: "key_01kf3m1d3f5h7k9n1p3r5t7w9y",
  attorneyId: "mem_01kf3m2e4g6j8m0q2s4v6x8z1b",
  managerId: "mem_01kf3m2f5h7k9n1p3r5t7w9y1a",
  caseId: "case_01kf3m3f5h7k9n1p3r5t7w9y1a",
  clientId: "cli_01kf3m4g6j8m0q2s4v6x8z1b3d",
  duplicateClientId: "cli_01kjp8r4f6h8k0n2q4s6v8x0z2",
  leadId: "lea_01kf3m0d4f6h8k0n2r4t6w8y0b",
  earlierLeadId: "lea_01kf3m0c3e5g7j9m1q3s5v7x9a",
  folderId: "fld_01kjp8wzz5b7d9f1h3k5m7p9r1",
  parentFolderId: "fld_01kf3m5h7k9n1p3r5t7w9y1a3c",
  facilityId: "fac_01kf3m6j8m0q2s4v6x8z1b3d5f",
  contactId: "con_01kf3m7k9n1p3r5t7w9y1a3c5e",
  duplicateContactId: "con_01kf3mc5s6v8x0z2b4d6f8h0k2",
  requestId: "ret_01kf3m8m0q2s4v6x8z1b3d5f7h",
  treatmentId: "trt_01kf3m8n1r3t5w7y9a1c3e5g7j",
  billId: "mbl_01kf3m8p2s4v6x8z1b3d5f7h9k",
  recordId: "mrc_01kf3m8q3t5w7y9a1c3e5g7j9m",
  authorizationId: "hip_01kf3m8r4v6x8z1b3d5f7h9k1n",
  chartId: "doc_01kf3m8s5w7y9a1c3e5g7j9m1p",
  vendorId: "con_01kf3m9n1p3r5t7w9y1a3c5e7g",
  invoiceId: "inv_01kf3ma0q2s4v6x8z1b3d5f7h9",
  reportId: "rpt_01kf3mp0q2s4v6x8z1b3d5f7h9",
  accessor: "incident.policeReport.number",
} as const;

export const person = { firstName: "Elena", lastName: "Marsh" } as const;

export const times = {
  opened: "2026-01-20T15:04:11.208Z",
  stage: "2026-02-16T18:22:40.015Z",
  now: "2026-03-14T15:09:26.535Z",
} as const;

export const actors = {
  vendor: { type: "integration_key", id: ids.keyId, name: "Records vendor sync" },
  manager: { type: "member", id: ids.managerId, name: "Ingrid Lindqvist" },
  administrator: { type: "platform_administrator", id: "usr_01kf3mb3t5w7y9a1c3e5g7j9m1", name: "Ruth Adler" },
  system: { type: "system", id: "system", name: "Caseport" },
} as const;

export const tenant = { id: ids.organizationId, name: "Okafor & Lindqvist LLP" } as const;

export const plaintiff = {
  ...person,
  email: "elena.marsh@example.com",
  phone: "+1 512 555 0143",
  city: "Austin",
  state: "TX",
  zipCode: "78704",
  dateOfBirth: "1984-06-30",
  ssnFourDigits: "4821",
} as const;

export const shownClient = { id: ids.clientId, ...person } as const;

export const matter = { id: ids.caseId, sequenceId: "2026-000123", title: "Marsh v. Lone Star Freight" } as const;

export const caseSummary = {
  ...matter,
  externalId: "crm-case-7781",
  caseType: "truck_accident",
  caseState: "TX",
  matterStage: "records_collection",
  matterStatus: "open",
  stageEnteredAt: times.stage,
  plaintiff: shownClient,
  attorneyId: ids.attorneyId,
  partnerId: null,
  highValue: true,
  openedOn: "2026-01-20",
  closedOn: null,
  tags: [{ name: "Commercial policy", color: "#b45309" }],
  createdAt: times.opened,
  updatedAt: times.now,
} as const;

/** The related records of an event of the case. */
export const relateToCase = () => [
  { entity: "case", id: ids.caseId },
  { entity: "client", id: ids.clientId },
];
