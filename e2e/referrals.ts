import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { createLead } from "../src/areas/leads/fixtures.ts";
import { openTenant } from "../src/testing/harness/tenant.ts";
import { openClient, type Client } from "./client.ts";
import { onDatabase } from "./database.ts";
import { readDemoData } from "./demo-data.ts";

/** The demo's firm that takes referrals from its headquarters; the manager is an administrator of both. */
export const handlingSlug = "hartwell-pierce-texas";

export const sharesOfFee = {
  type: "percentage_of_fee",
  rate: { numerator: 1, denominator: 3 },
  basis: "joint_responsibility",
} as const;

export interface SentReferral {
  /** Of the originating firm. */
  id: string;
  /** Of the handling firm. */
  receivedId: string;
  /** With the key of the originating firm. */
  client: Client;
}

/** An active firm of the demo's headquarters. */
async function findPartnerFirm(client: Client, kind: "network" | "external"): Promise<string | undefined> {
  const { partnerFirms } = (await (await client.get("/partner-firms?limit=100")).json()) as {
    partnerFirms: { id: string; kind: string; status: string }[];
  };
  return partnerFirms.find((firm) => firm.kind === kind && firm.status === "active")?.id;
}

/** @returns the ID */
async function postReferral(client: Client, referral: object): Promise<string> {
  const reply = await client.send("POST", "/referrals", { ...referral, terms: sharesOfFee });
  if (reply.status() !== 201) throw new Error(`not recorded: ${await reply.text()}`);
  return ((await reply.json()) as { referral: { id: string } }).referral.id;
}

async function draftReferral(client: Client): Promise<string> {
  const { keys, ids } = readDemoData();
  const leadId = await onDatabase((database) =>
    createLead(
      openTenant(database, {
        organizationId: ids.organizationId,
        attorneyId: ids.attorneyId,
        secret: keys.full,
        keyId: "key_browser",
      }),
      // Each is another person: nothing is found as a duplicate of another test's.
      { status: "qualified", firstName: "Philippa", lastName: `Marchetti${randomUUID().slice(0, 6)}` },
    ),
  );
  return postReferral(client, {
    direction: "outbound",
    partnerFirmId: await findPartnerFirm(client, "network"),
    leadId,
    teaser: {
      caseType: "truck_accident",
      caseState: "TX",
      summary: "Rear-ended by a tractor-trailer on I-35; herniated disc, surgery recommended.",
    },
    // A member of the handling firm: a conflict check finds her.
    conflictNames: { clientNames: ["Philippa Marchetti"], adverseNames: ["Dana Prewitt"] },
    sharingConsentOn: "2026-03-13",
  });
}

/** A draft of the headquarters of the demo for its office in Texas. No other test has it. */
export const createDraft = (request: APIRequestContext): Promise<string> =>
  draftReferral(openClient(request, readDemoData().keys.full));

/** A referral that the headquarters of the demo sent to its office in Texas. No other test has it. */
export async function sendReferral(request: APIRequestContext): Promise<SentReferral> {
  const client = openClient(request, readDemoData().keys.full);
  const id = await draftReferral(client);
  const reply = await client.send("POST", `/referrals/${id}/send`, {});
  if (reply.status() !== 200) throw new Error(`not sent: ${await reply.text()}`);
  const { referral } = (await reply.json()) as { referral: { pairId: string } };
  const receivedId = await onDatabase((database) =>
    database.withTenantTransaction(readDemoData().ids.organizationId, async (transaction) => {
      const found = await transaction
        .selectFrom("Referral")
        .select("id")
        .where("pairId", "=", referral.pairId)
        .where("direction", "=", "inbound")
        .executeTakeFirstOrThrow();
      return found.id;
    }),
  );
  return { id, receivedId, client };
}

/**
 * What a firm elsewhere referred to the headquarters of the demo. No other test has it.
 *
 * @returns its ID
 */
export async function recordReferral(request: APIRequestContext): Promise<string> {
  const client = openClient(request, readDemoData().keys.full);
  return postReferral(client, {
    direction: "inbound",
    partnerFirmId: await findPartnerFirm(client, "external"),
    teaser: {
      caseType: "premises_liability",
      caseState: "PA",
      summary: "Fell on an unlit staircase of a parking garage; fractured wrist.",
    },
  });
}
