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

interface SentReferral {
  /** Of the originating firm. */
  id: string;
  /** Of the handling firm. */
  receivedId: string;
  /** With the key of the originating firm. */
  client: Client;
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
  const firms = (await (await client.get("/partner-firms?limit=100")).json()) as {
    partnerFirms: { id: string; kind: string }[];
  };
  const partnerFirmId = firms.partnerFirms.find(({ kind }) => kind === "network")?.id;
  const reply = await client.send("POST", "/referrals", {
    direction: "outbound",
    partnerFirmId,
    leadId,
    teaser: {
      caseType: "truck_accident",
      caseState: "TX",
      summary: "Rear-ended by a tractor-trailer on I-35; herniated disc, surgery recommended.",
    },
    // A member of the handling firm: a conflict check finds her.
    conflictNames: { clientNames: ["Philippa Marchetti"], adverseNames: ["Dana Prewitt"] },
    sharingConsentOn: "2026-03-13",
    terms: sharesOfFee,
  });
  if (reply.status() !== 201) throw new Error(`not drafted: ${await reply.text()}`);
  return ((await reply.json()) as { referral: { id: string } }).referral.id;
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
  const firms = (await (await client.get("/partner-firms?limit=100")).json()) as {
    partnerFirms: { id: string; kind: string; status: string }[];
  };
  const partnerFirmId = firms.partnerFirms.find(({ kind, status }) => kind === "external" && status === "active")?.id;
  const reply = await client.send("POST", "/referrals", {
    direction: "inbound",
    partnerFirmId,
    teaser: {
      caseType: "premises_liability",
      caseState: "PA",
      summary: "Fell on an unlit staircase of a parking garage; fractured wrist.",
    },
    terms: sharesOfFee,
  });
  if (reply.status() !== 201) throw new Error(`not recorded: ${await reply.text()}`);
  return ((await reply.json()) as { referral: { id: string } }).referral.id;
}
