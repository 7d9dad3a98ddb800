import {
  asRead,
  newName,
  readId,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createEsignTemplate } from "../fixtures.ts";
import { esignTemplate, newTemplate } from "./examples.ts";
import { ids } from "../../../contract/examples/example-story.ts";

const touch = (id: string) => ({
  entity: "esign_template",
  id,
  relatedIds: [{ entity: "esign_template", id }],
});

const changeLater = (tenant: TestTenant, id: string) =>
  changeRow(tenant, "EsignTemplate", id, { description: "changed since", revision: 9 });

/** A request about a template that there is. */
const onTemplate =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const { esignTemplateId } = await createEsignTemplate(tenant);
    return {
      pathValues: { esignTemplateId },
      revision: 1,
      change: () => changeLater(tenant, esignTemplateId),
      touched: () => touch(esignTemplateId),
      standsAlone: true,
      ...more,
    };
  };

const { pages: _pages, acroFields: _acroFields, ...newFile } = newTemplate.file;

export const esignTemplateScenarios = {
  "esignTemplates.list": async (tenant) => {
    await createEsignTemplate(tenant);
    return { query: { archived: "false", sort: "updated" } };
  },
  "esignTemplates.get": asRead(onTemplate({})),
  "esignTemplates.create": (tenant) =>
    Promise.resolve({
      ownValues: { [newTemplate.name]: newName() },
      change: (body) => changeLater(tenant, readId(body, "esignTemplate")),
      touched: (body) => touch(readId(body, "esignTemplate")),
      standsAlone: true,
      diff: {},
    }),
  "esignTemplates.update": onTemplate({
    diff: {
      recipients: { from: [], to: esignTemplate.recipients },
    },
  }),
  "esignTemplates.file.replace": onTemplate({
    diff: {
      file: {
        from: { fileName: "fee-agreement.pdf", sizeBytes: 12_000, sha256: "0".repeat(64), pageCount: 1 },
        to: newFile,
      },
    },
  }),
  "esignTemplates.preview": asRead(async (tenant) => {
    const { esignTemplateId } = await createEsignTemplate(tenant);
    const { caseId } = await createCase(tenant);
    return { pathValues: { esignTemplateId }, ownValues: { [ids.caseId]: caseId } };
  }),
} satisfies Record<string, Scenario>;
