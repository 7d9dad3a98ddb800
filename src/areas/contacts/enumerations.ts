import { enumeration } from "../../contract/enumeration.ts";

/** Source: domain model, 6. */
export const contactEnumerations = {
  contactRole: enumeration("The roles of a contact.", {
    insurer: "Insures a party.",
    adjuster: "Adjusts claims for an insurer.",
    provider: "Treats clients.",
    lienholder: "Has a lien on a client's recovery.",
    expert: "Gives expert opinions.",
    opposing_counsel: "Represents the other side.",
    court: "A court, or a member of its staff.",
    judge: "A judge.",
    mediator: "Mediates settlements.",
    vendor: "A vendor of the firm, such as for records retrieval.",
    referring_attorney: "Sends cases to the firm.",
    co_counsel: "Represents clients together with the firm.",
    witness: "A witness.",
    employer: "Employs a client.",
    family_member: "A relative of a client.",
    other: "Anything else.",
  }),
  relationshipType: enumeration("The relationship of a contact to another contact. Each type has an inverse, which the other contact has.", {
    employer_of: "Employs the other.",
    employee_of: "Works for the other.",
    spouse_of: "Is married to the other.",
    parent_of: "Is the other's parent.",
    child_of: "Is the other's child.",
    guardian_of: "Is the other's guardian.",
    ward_of: "Has the other as guardian.",
    adjuster_for: "Adjusts claims for the other.",
    adjusted_by: "Has the other as adjuster.",
    subsidiary_of: "Belongs to the other.",
    parent_company_of: "Owns the other.",
    partner_of: "Is in partnership with the other.",
    represents: "Is the other's attorney.",
    represented_by: "Has the other as attorney.",
  }),
} as const;
