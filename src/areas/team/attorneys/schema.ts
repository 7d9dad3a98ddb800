import * as z from "zod";
import { namedEnum } from "../../../contract/enumeration.ts";
import { BarAdmission, MemberRecord, MemberStatus } from "../../../contract/portal/member-record.ts";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, versionFields } from "../../../contract/values/values.ts";
import { MemberOffice, peopleFilter } from "../schema.ts";

const { firstName, lastName, email, title, status, barAdmissions, canActForKeys } = MemberRecord.shape;

export const Attorney = z
  .object({
    attorneyId: Id.meta({ description: "What other operations take as `attorneyId` and `actingAttorneyId`." }),
    memberId: Id.meta({ description: "The same value: an attorney is a member." }),
    firstName,
    lastName,
    email,
    title,
    status,
    barAdmissions,
    office: MemberOffice,
    canActForKeys,
    canActForKeysByApi: z.boolean().meta({
      description:
        "Whether a key can choose this attorney for the keys that it creates or changes. A member allows it in the portal.",
    }),
    ...versionFields,
  })
  .meta({ id: "Attorney" });
export type Attorney = z.infer<typeof Attorney>;

/** In lists, callers without `org:read` get only what is needed to choose one. */
export const ListedAttorney = Attorney.partial()
  .required({ attorneyId: true, firstName: true, lastName: true, status: true, canActForKeys: true })
  .meta({
    id: "ListedAttorney",
    description: "Without `org:read`, only `attorneyId`, `firstName`, `lastName`, `status` and `canActForKeys`.",
  });
export type ListedAttorney = z.infer<typeof ListedAttorney>;

export const AttorneyFilter = z.strictObject({
  ...pageInput(listPageLimit),
  ...peopleFilter,
  sort: namedEnum("AttorneySort", ["name", "newest", "updated"]).default("name"),
  status: MemberStatus.default("active"),
  canActForKeys: z.boolean().optional(),
  jurisdiction: BarAdmission.shape.jurisdiction
    .optional()
    .meta({ description: "With an admission there, in any status." }),
});
export type AttorneyFilter = z.infer<typeof AttorneyFilter>;
