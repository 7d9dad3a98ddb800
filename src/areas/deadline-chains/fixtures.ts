import { buildChain } from "../../../prisma/seed/builders/deadlines.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import {
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import {
  actorOf,
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { changeShown } from "../../testing/harness/tenant-requests.ts";
import { deadline } from "../deadlines/examples.ts";
import { createDeadline } from "../deadlines/fixtures.ts";
import { deadlineChain, ownTemplate } from "./examples.ts";

export interface CreatedChain {
  chainId: string;
  deadlineId: string;
  caseId: string;
  clientId: string;
}

const startOn = "2026-03-04";

/** A chain of one deadline, on a new case: the response to discovery that was served on March 4, 2026. */
export async function createChain(
  tenant: TestTenant,
  values: Partial<Values<"DeadlineChain">> = {},
  ofDeadline: Parameters<typeof createDeadline>[1] = {},
): Promise<CreatedChain> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const { template } = deadlineChain;
  const chain = buildChain({
    organizationId,
    caseId,
    templateKey: template.key,
    templateName: template.name,
    triggerOn: startOn,
    serviceMethod: "electronic",
    items: [{ key: "discovery_response", from: "trigger", serviceDays: 3 }],
    createdBy: actorOf(tenant),
    ...values,
  });
  const { id: chainId } = chain;
  await insertFor(tenant, { DeadlineChain: chain });
  const counted = {
    source: "chain",
    chainId,
    itemKey: "discovery_response",
    triggerSource: "manual",
    triggerLabel: "Discovery served",
    triggerOn: startOn,
    offset: 30,
    unit: "calendar_days",
    direction: "after",
    rollRule: "next_open_day",
    serviceMethod: "electronic",
  };
  const { deadlineId } = await createDeadline(tenant, { caseId, dueOn: "2026-04-03", ...counted, ...ofDeadline });
  return { chainId, deadlineId, caseId, clientId };
}

/**
 * What the firm made of templates: its own text of a shipped one, unverified.
 *
 * @returns its key
 */
export async function createTemplate(tenant: TestTenant, key = "frcp.removed"): Promise<string> {
  const { organizationId } = tenant;
  const { name, jurisdiction, trigger, items, asOf } = ownTemplate;
  const values = {
    organizationId,
    key,
    name,
    jurisdiction,
    triggerSource: trigger.source,
    triggerLabel: trigger.label,
    items: JSON.stringify(items),
    asOf,
    source: "organization",
    revision: 1,
  };
  // Tables of requests are arranged in one tenant several times.
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlineChainTemplate")
      .values(values)
      .onConflict((conflict) => conflict.columns(["organizationId", "key"]).doNothing())
      .execute(),
  );
  return key;
}

export async function createDeadlineChainRows(tenant: TestTenant): Promise<void> {
  await createChain(tenant);
  await createTemplate(tenant);
}

const touch = ({ chainId, ...ofCase }: Pick<CreatedChain, "chainId" | "caseId" | "clientId">) => ({
  entity: "deadline_chain",
  id: chainId,
  relatedIds: [{ entity: "deadline_chain", id: chainId }, ...relateCase(ofCase)],
});
const deleteCase = (tenant: TestTenant, caseId: string) => deleteRow(tenant, "Case", caseId);

/** A request about a chain that there is. */
const onChain =
  (more: Partial<Arrangement>, describeOwn?: (deadlineId: string) => Record<string, string>): Scenario =>
  async (tenant) => {
    const { deadlineId, ...created } = await createChain(tenant);
    const { chainId, caseId } = created;
    return {
      pathValues: { chainId },
      revision: 1,
      remove: () => deleteCase(tenant, caseId),
      change: () => changeRow(tenant, "DeadlineChain", chainId, { templateName: "Changed", revision: 9 }),
      touched: () => touch(created),
      ...(describeOwn !== undefined && { ownValues: describeOwn(deadlineId) }),
      ...more,
    };
  };

export const deadlineChainScenarios = {
  "deadlineChainTemplates.list": asRead(async (tenant) => {
    await createTemplate(tenant);
    return {};
  }),
  "deadlineChainTemplates.affectedChains.list": asRead(async (tenant) => {
    // The chain's deadline was counted by another text: 30 days, and not 60.
    const templateKey = await createTemplate(tenant, `cht_${newName().replaceAll(" ", "_")}`);
    await createChain(
      tenant,
      { templateKey, items: [{ key: "expert_disclosure", from: "trigger", serviceDays: 0 }] },
      { itemKey: "expert_disclosure" },
    );
    return { pathValues: { templateKey }, standsAlone: true };
  }),
  "deadlineChainTemplates.get": asRead(async (tenant) => ({
    pathValues: { templateKey: await createTemplate(tenant, `cht_${newName().replaceAll(" ", "_")}`) },
    revision: 1,
    standsAlone: true,
  })),
  "deadlineChainTemplates.set": async (tenant) => {
    const templateKey = await createTemplate(tenant, `cht_${newName().replaceAll(" ", "_")}`);
    return {
      pathValues: { templateKey },
      recordParameters: [],
      pathNamesWords: true,
      ownValues: { [ownTemplate.asOf]: "2026-04" },
      revision: 1,
      change: () =>
        tenant.inside(async (transaction) => {
          await transaction
            .updateTable("DeadlineChainTemplate")
            .set({ name: "Changed", revision: 9 })
            .where("organizationId", "=", tenant.organizationId)
            .where("key", "=", templateKey)
            .execute();
        }),
      touched: () => ({
        entity: "deadline_chain_template",
        id: templateKey,
        relatedIds: [{ entity: "deadline_chain_template", id: templateKey }],
      }),
      standsAlone: true,
      diff: { asOf: { from: ownTemplate.asOf, to: "2026-04" } },
    };
  },
  "deadlineChains.preview": async (tenant) => {
    const { caseId } = await createCase(tenant);
    return { ownValues: { [deadlineChain.caseId]: caseId }, remove: () => deleteCase(tenant, caseId) };
  },
  "cases.deadlineChains.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const [assignee = ""] = deadline.assignees.map(({ id }) => id);
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: { [assignee]: tenant.attorneyId },
      change: changeShown(tenant, "DeadlineChain", "deadlineChain", { templateName: "Changed", revision: 9 }),
      touched: (response: ResponseBody) => touch({ ...ofCase, chainId: readId(response, "deadlineChain") }),
      emitsBefore: ["deadline.created"],
      diff: {},
    };
  },
  "cases.deadlineChains.list": asRead(async (tenant) => {
    const { caseId } = await createChain(tenant);
    return { pathValues: { caseId }, remove: () => deleteCase(tenant, caseId) };
  }),
  "deadlineChains.get": asRead(onChain({})),
  "deadlineChains.recalculate": onChain(
    {
      emitsBefore: ["deadline.recalculated"],
      alsoEmits: ["deadline_chain.recalculated"],
      recordIn: null,
      diff: {
        trigger: {
          from: { source: "manual", recordId: null, on: startOn },
          to: { source: "manual", recordId: null, on: "2026-03-03" },
        },
      },
    },
    (deadlineId) => ({ [deadline.id]: deadlineId }),
  ),
  "deadlineChains.cancel": onChain({
    emitsBefore: ["deadline.cancelled"],
    diff: { status: { from: "active", to: "cancelled" } },
  }),
} satisfies Record<string, Scenario>;
