import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { shownFacility } from "../facilities/examples.ts";

const { organizationId, caseId, clientId } = ids;
export const ofFacility = { organizationId, facility: shownFacility, caseId, clientId };
export const recorded = { externalId: null, revision: 1, createdAt: times.now, updatedAt: times.now };

type Body = NonNullable<OperationExample["body"]>;

/**
 * Examples of list, create, get, update and delete.
 *
 * @param key the response's member
 * @param idName the path parameter
 */
export function examplesOfPart(
  key: string,
  idName: string,
  shown: { id: string },
  { body, changes }: { body: Body; changes: Body },
) {
  const ofList = { facilityId: ids.facilityId };
  const parameters = { ...ofList, [idName]: shown.id };
  return {
    list: { parameters: { ...ofList, limit: 50 }, response: { [`${key}s`]: [shown], nextCursor: null } },
    create: { parameters: ofList, body, response: { [key]: shown } },
    get: { parameters, response: { [key]: shown } },
    update: { parameters, body: changes, response: { [key]: { ...shown, revision: 2 } } },
    delete: { parameters, response: {} },
  } satisfies Record<string, OperationExample>;
}
