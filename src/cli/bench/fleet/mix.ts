import { randomUUID } from "node:crypto";
import type { Firm } from "./firms.ts";

export interface Call {
  method: string;
  path: string;
  body?: object;
  /** Not set for what the identity's endpoints take. */
  key?: string;
}

/** One kind of what a firm does. */
export interface Action {
  name: string;
  /** Of a thousand actions of a firm. */
  weight: number;
  /** Of a thousand actions of a firm that does everything at once. */
  noisyWeight: number;
  call(firm: Firm): Call;
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const number = (size: number) => Math.floor(Math.random() * size);
const api = (firm: Firm, method: string, path: string, body?: object): Call => ({
  method,
  path: `/api/v1${path}`,
  key: firm.secret,
  ...(body !== undefined && { body }),
});
const aCase = (firm: Firm) => pick(firm.cases);
const itemsOfJob = 30;
/** An item of a bulk job: as many change a client as add a folder. */
const describeItem = (firm: Firm) => ({
  ...pick([
    {
      method: "PATCH",
      path: `/clients/${aCase(firm).clientId}`,
      body: { phone: `+1512${2_000_000 + number(7_000_000)}` },
    },
    { method: "POST", path: `/cases/${aCase(firm).caseId}/folders`, body: { name: `Imported ${randomUUID()}` } },
  ]),
  idempotencyKey: randomUUID(),
});

/**
 * What integrations of a firm send: two reads for each write, lists and searches among them, now and then a report, an
 * export or a sign-in. The noisy firm's share is what costs the server most, bulk jobs and sign-ins among it. Five of
 * its jobs may be open: further ones get 429.
 */
export const actions: readonly Action[] = [
  { name: "GET case", weight: 300, noisyWeight: 50, call: (firm) => api(firm, "GET", `/cases/${aCase(firm).caseId}`) },
  {
    name: "GET client",
    weight: 130,
    noisyWeight: 50,
    call: (firm) => api(firm, "GET", `/clients/${aCase(firm).clientId}`),
  },
  { name: "list cases", weight: 70, noisyWeight: 150, call: (firm) => api(firm, "GET", "/cases?view=full&limit=100") },
  {
    name: "search clients",
    weight: 50,
    noisyWeight: 150,
    call: (firm) => api(firm, "GET", "/clients?q=diaz&limit=50"),
  },
  { name: "feed page", weight: 70, noisyWeight: 100, call: (firm) => api(firm, "GET", "/events?limit=100") },
  {
    name: "PATCH client",
    weight: 140,
    noisyWeight: 200,
    call: (firm) =>
      api(firm, "PATCH", `/clients/${aCase(firm).clientId}`, { phone: `+1512${2_000_000 + number(7_000_000)}` }),
  },
  {
    name: "PUT intake answer",
    weight: 110,
    noisyWeight: 100,
    call: (firm) =>
      api(firm, "PUT", `/cases/${aCase(firm).caseId}/survey-details/q${number(40)}`, { value: randomUUID() }),
  },
  {
    name: "POST folder",
    weight: 80,
    noisyWeight: 80,
    call: (firm) => api(firm, "POST", `/cases/${aCase(firm).caseId}/folders`, { name: `Records ${randomUUID()}` }),
  },
  {
    name: "POST case",
    weight: 30,
    noisyWeight: 60,
    call: (firm) =>
      api(firm, "POST", "/cases", {
        plaintiffId: aCase(firm).clientId,
        caseType: "motor_vehicle_accident",
        externalId: randomUUID(),
      }),
  },
  {
    name: "run report",
    weight: 10,
    noisyWeight: 50,
    call: (firm) => api(firm, "POST", "/reports/std_pipeline/run", {}),
  },
  {
    name: "POST export",
    weight: 4,
    noisyWeight: 10,
    call: (firm) => api(firm, "POST", "/exports", { type: "cases", format: "csv" }),
  },
  {
    name: "POST bulk job",
    weight: 0,
    noisyWeight: 10,
    call: (firm) => api(firm, "POST", "/bulk", { items: Array.from({ length: itemsOfJob }, () => describeItem(firm)) }),
  },
  {
    name: "sign-in",
    weight: 6,
    noisyWeight: 20,
    call: ({ email, password }) => ({ method: "POST", path: "/api/auth/sign-in/email", body: { email, password } }),
  },
];

/** @returns draws actions by their weights */
export function createDraw(weigh: (action: Action) => number): () => Action {
  const total = actions.reduce((sum, action) => sum + weigh(action), 0);
  return () => {
    let left = Math.random() * total;
    return actions.find((action) => (left -= weigh(action)) < 0) ?? (actions[0] as Action);
  };
}
