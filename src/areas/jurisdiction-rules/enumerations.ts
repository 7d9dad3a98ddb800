import { enumeration, namedEnum } from "../../contract/enumeration.ts";

export const jurisdictionRuleEnumerations = {
  jurisdictionRuleKind: enumeration("What a rule of a jurisdiction is about.", {
    limitation: "The time within which a lawsuit must begin.",
    claim_notice: "What must be sent before a lawsuit, such as a notice to a public body.",
    minority: "What a claimant’s minority does to a period of limitation.",
    service: "Which days the service of a paper adds to a period, and in which order.",
    fee_cap: "The most that an attorney may charge as a contingent fee.",
    lien_reduction: "What a lien on a settlement is reduced to.",
    fee_division: "When attorneys of different firms may divide a fee.",
    text_hours: "At which times of the recipient texts may be sent.",
  }),
  serviceDayOrder: enumeration("Where days for service are added.", {
    with_period: "To the period: its last day moves to an open day once, after them.",
    after_roll: "After the period has ended on an open day; the last of them moves to an open day again.",
    before_period: "Before the period: service is complete after them, and the period runs from then.",
  }),
  jurisdictionRuleSource: enumeration("Whose text a rule has.", {
    default: "Caseport’s.",
    organization: "The firm’s.",
  }),
  jurisdictionRuleVerification: enumeration("Whether an attorney of the firm checked a rule.", {
    unverified: "No one did: check the statute before you rely on it.",
    verified: "An attorney did.",
    disabled: "The firm does not use it.",
  }),
  feeBase: enumeration("What a contingent fee is a part of.", {
    gross: "The recovery.",
    net_of_costs: "The recovery less the costs of the case.",
  }),
  feeCapCondition: enumeration("When a limit of a fee applies. The first that holds is used.", {
    minor_or_incapacitated:
      "The claimant was a minor or incapacitated when the agreement was signed, and the case is settled before the jury is empaneled.",
    released_before_suit:
      "Settlement and release by all parties are executed before a complaint or a demand for arbitration.",
    before_suit: "The case is settled before a lawsuit is filed.",
    before_answer: "The case is settled before an answer is filed.",
    otherwise: "In every other case.",
  }),
  feeDivisionConsent: enumeration("How a client agrees to the division of a fee.", {
    confirmed_in_writing: "The agreement is confirmed in writing.",
    signed_by_client: "In a writing that the client signs.",
    no_objection: "The client is informed, and does not object.",
  }),
  lienCapBase: enumeration("What a limit of a lien is a part of.", {
    gross: "The gross amount of the claimant’s share.",
    gross_less_quarter_and_costs: "The gross amount less a quarter of it and the taxable costs.",
  }),
  limitationClaim: enumeration("The claim to which a period of limitation applies.", {
    motor_vehicle: "From a motor vehicle accident.",
    personal_injury: "From another injury.",
    medical_malpractice: "Against a provider of health care.",
    wrongful_death: "For a death.",
    product_liability: "From a defective product.",
    assault_battery: "From an assault or a battery.",
    government: "Suit against a public body.",
    fela: "Of a railroad worker, under federal law.",
    maritime: "From a tort at sea.",
  }),
  limitationStart: enumeration("What a period runs from.", {
    incident: "The incident.",
    death: "The death; the incident while it is not known.",
    treatment_end: "The end of the treatment; the incident while it is not known.",
    claim_rejected: "The rejection of the claim by the public body; no date is calculated while it is not known.",
    limitation: "The end of the period of limitation, backwards.",
  }),
  limitationDiscovery: enumeration("What a later discovery of the injury does to a period.", {
    none: "Nothing.",
    replaces: "The period runs from the discovery.",
    later: "It ends at the later of the period itself and `discoveryPeriod` from the discovery.",
  }),
} as const;

export const ServiceDayUnit = namedEnum("ServiceDayUnit", ["calendar_days", "court_days"]);
export const MinorityMethod = namedEnum("MinorityMethod", ["suspend", "years_after"]);
