import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { Office } from "./schema.ts";

export const office = {
  id: "off_01kf3m0c4h7k9n1p3r5t7w9y1a",
  organizationId: ids.organizationId,
  name: "Austin",
  phone: "+1 512 555 0100",
  fax: null,
  address: { line1: "200 Congress Avenue", line2: "Suite 1400", city: "Austin", state: "TX", zipCode: "78701" },
  isPrimary: true,
  jurisdictions: ["TX"],
  memberCount: 12,
  externalId: "hr-office-1",
  revision: 1,
  createdAt: times.opened,
  updatedAt: times.opened,
  deletedAt: null,
} satisfies Office;

const { name, phone, address, jurisdictions, externalId } = office;
const chosen = { officeId: office.id };

export const officeExamples = {
  "offices.list": { parameters: { sort: "name" }, response: { offices: [office], nextCursor: null } },
  "offices.create": {
    body: { name, phone, address, jurisdictions, externalId },
    response: { office: { ...office, memberCount: 0 } },
  },
  "offices.get": { parameters: chosen, response: { office } },
  "offices.update": {
    parameters: chosen,
    body: { fax: "+1 512 555 0101" },
    response: { office: { ...office, fax: "+1 512 555 0101", revision: 2, updatedAt: times.now } },
  },
  "offices.delete": { parameters: chosen, response: {} },
} satisfies Record<string, OperationExample>;
