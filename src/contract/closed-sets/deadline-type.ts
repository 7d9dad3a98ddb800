import { enumeration } from "../enumeration.ts";

/** The types of each class. */
export const deadlineTypesOf = {
  limitation: {
    statute_of_limitations: "The last day to sue.",
    statute_of_repose: "The outer limit, whatever was known.",
    notice_of_claim: "Notice to a public body.",
    workers_comp_claim: "Claim for workers’ compensation.",
  },
  notice: {
    pre_suit_notice: "Notice before a lawsuit.",
    certificate_of_merit: "An expert’s certificate.",
    pip_application: "Application for personal injury protection, to the client’s own insurer.",
    um_uim_notice: "Notice of an uninsured or underinsured motorist claim, to the client’s own insurer.",
    med_pay_claim: "Claim for medical payments, to the client’s own insurer.",
    lien_notice: "Perfect or answer a lien.",
    medicare_reporting: "Report to Medicare.",
    medicare_final_demand_response: "Response to Medicare’s final demand.",
  },
  court: {
    service_of_process: "Service of process.",
    removal: "Removal to a federal court.",
    remand: "Motion to remand.",
    answer_due: "Answer to a complaint.",
    reply_due: "Reply to a pleading.",
    jury_demand: "Jury demand.",
    amend_pleading: "Amendment of a pleading.",
    initial_disclosures: "Initial disclosures.",
    discovery_response: "Response to discovery.",
    discovery_cutoff: "End of discovery.",
    expert_disclosure: "Disclosure of experts.",
    expert_rebuttal: "Rebuttal of experts.",
    deposition_notice: "Notice of a deposition.",
    dispositive_motion: "Dispositive motion.",
    motion_response: "Response to a motion.",
    motion_reply: "Reply on a motion.",
    pretrial_disclosures: "Pretrial disclosures.",
    pretrial_order: "Pretrial order.",
    trial_date: "Trial.",
    post_trial_motion: "Motion after the trial.",
    notice_of_appeal: "Notice of appeal.",
    mediation: "Mediation.",
    offer_of_judgment: "Offer of judgment.",
    minor_settlement_approval: "Approval of a minor’s settlement.",
  },
  contract: {
    demand_expiration: "A demand expires.",
    offer_expiration: "An offer expires.",
    settlement_payment_due: "Payment of a settlement.",
    release_return: "Return of a release.",
  },
  internal: { custom: "Anything else; the title says what." },
} as const;

export type DeadlineClass = keyof typeof deadlineTypesOf;
type TypesOf = { [Class in DeadlineClass]: keyof (typeof deadlineTypesOf)[Class] };
export type DeadlineType = TypesOf[DeadlineClass];

const describedTypes = Object.assign({}, ...Object.values(deadlineTypesOf)) as Record<DeadlineType, string>;

/** The types of deadlines, also of those that a case shows. */
export const deadlineType = enumeration("What has to be done by a deadline.", describedTypes);
