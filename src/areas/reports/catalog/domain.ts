import { reportsEnumerations } from "../../../contract/reports/enumerations.ts";
import { dataPermissionOf, listMissingData, type Permission } from "../../../contract/permissions.ts";
import type { ReportEntity } from "../../../contract/reports/definition.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeCustomField, type ReportField } from "./domain.fields.ts";
import { requireMemberPrincipal } from "../domain.members.ts";
import { describeEntity } from "../definition/domain.plan.ts";
import { listReportableOrganizations } from "../run/domain.organizations.ts";
import type { EntityCatalog, EntityField, ReportOrganization } from "../schema.portal.ts";
import { listCustomFields } from "./store.custom-fields.ts";

const reportEntities = Object.keys(reportsEnumerations.reportEntity.values) as ReportEntity[];

/** Entities and fields, including custom ones, and which of them the caller may see. */
export async function describeEntities(context: Context): Promise<EntityCatalog[]> {
  const { permissions } = requireMemberPrincipal(context);
  const routers: EntityCatalog[] = [];
  for (const entity of reportEntities) {
    const customFields = await listCustomFields(context, entity, [context.organizationId]);
    const { fields, scopes } = describeEntity(entity);
    const needed = scopes.map(dataPermissionOf).filter((permission) => permission !== null);
    routers.push({
      entity,
      permissions: needed,
      isAllowed: listMissingData(scopes, permissions).length === 0,
      fields: [...fields, ...customFields.map(describeCustomField)].map((field) => offerField(field, permissions)),
    });
  }
  return routers;
}

function offerField({ scope, ...field }: ReportField, held: ReadonlySet<Permission>): EntityField {
  const permission = scope === null ? null : dataPermissionOf(scope);
  return {
    ...field,
    options: copyOptions(field),
    aggregates: [...field.aggregates],
    permission,
    isAllowed: scope === null || listMissingData([scope], held).length === 0,
  };
}

function copyOptions({ options }: Pick<ReportField, "options">): EntityField["options"] {
  return options === null ? null : [...options];
}

/** The organizations over which the caller can run reports, their own first. */
export async function listOfferedOrganizations(context: Context): Promise<ReportOrganization[]> {
  const offered = (await listReportableOrganizations(context)).map(({ id, name }) => ({
    id,
    name,
    isOwn: id === context.organizationId,
  }));
  return offered.toSorted(
    (left, right) => Number(right.isOwn) - Number(left.isOwn) || left.name.localeCompare(right.name, "en"),
  );
}
