/**
 * The rules that Caseport ships, each with its statute. No attorney has verified them: a firm's attorney does. They are
 * as of June 2025, but for those whose citation says when it was read; `(a summary)` is a text about the statute, `(not
 * looked up)` a pointer that nobody has read yet. `2y` are years, `m` months, `d` days; `R` a discovery replaces the
 * start, `L(1y)` the later of both; `≤3y` repose; then what the period runs from, if not the incident. `?` is a
 * pointer: the statute must be looked up.
 */

type Row = readonly [claim: string, notation: string, citation: string, note?: string];

const states: Readonly<Record<string, readonly Row[]>> = {
  az: [
    ["personal_injury", "2y", "A.R.S. § 12-542(1)"],
    ["medical_malpractice", "2y R", "A.R.S. § 12-542(1)"],
    ["wrongful_death", "2y from death", "A.R.S. § 12-542(2)"],
    ["product_liability", "2y", "A.R.S. §§ 12-551, 12-542"],
  ],
  ca: [
    ["personal_injury", "2y", "Code Civ. Proc. § 335.1"],
    ["medical_malpractice", "1y R ≤3y", "Code Civ. Proc. § 340.5"],
    ["wrongful_death", "2y from death", "Code Civ. Proc. § 335.1"],
    ["product_liability", "2y", "Code Civ. Proc. § 335.1"],
    ["assault_battery", "2y", "Code Civ. Proc. § 335.1"],
  ],
  co: [
    ["personal_injury", "2y", "C.R.S. § 13-80-102(1)(a)"],
    ["motor_vehicle", "3y", "C.R.S. § 13-80-101(1)(n)"],
    ["medical_malpractice", "2y R ≤3y", "C.R.S. § 13-80-102.5"],
    ["wrongful_death", "2y from death", "C.R.S. § 13-80-102(1)(d)"],
    ["product_liability", "2y", "C.R.S. § 13-80-106"],
    ["assault_battery", "1y", "C.R.S. § 13-80-103(1)(a)"],
  ],
  de: [
    ["personal_injury", "2y", "10 Del. C. § 8119"],
    ["medical_malpractice", "2y", "18 Del. C. § 6856"],
    ["wrongful_death", "2y from death", "10 Del. C. § 8107"],
  ],
  fl: [
    ["personal_injury", "2y since 2023-03-24", "Fla. Stat. § 95.11 (negligence, ch. 2023-15)"],
    ["personal_injury_before_2023_03_24", "4y until 2023-03-23", "former Fla. Stat. § 95.11(3)(a)"],
    ["medical_malpractice", "2y R ≤4y", "Fla. Stat. § 95.11"],
    ["wrongful_death", "2y from death", "Fla. Stat. § 95.11"],
  ],
  ga: [
    ["personal_injury", "2y", "O.C.G.A. § 9-3-33"],
    ["medical_malpractice", "2y ≤5y", "O.C.G.A. § 9-3-71"],
    ["wrongful_death", "2y from death", "O.C.G.A. § 9-3-33"],
    ["product_liability", "2y", "O.C.G.A. § 9-3-33"],
  ],
  il: [
    ["personal_injury", "2y", "735 ILCS 5/13-202"],
    ["medical_malpractice", "2y R ≤4y", "735 ILCS 5/13-212(a)"],
    ["wrongful_death", "2y from death", "740 ILCS 180/2"],
    ["assault_battery", "2y", "735 ILCS 5/13-202"],
  ],
  in: [
    ["personal_injury", "2y", "Ind. Code § 34-11-2-4(a)"],
    ["medical_malpractice", "2y", "Ind. Code § 34-18-7-1(b)"],
    ["wrongful_death", "2y from death", "Ind. Code § 34-23-1-1"],
    ["product_liability", "2y", "Ind. Code § 34-20-3-1"],
  ],
  la: [
    [
      "personal_injury",
      "2y since 2024-07-02",
      "La. Civ. Code art. 3493.11 (Acts 2024, No. 423, §§ 1 to 4; read 2026-11-29)",
      "For actions that arise after July 1, 2024.",
    ],
    ["personal_injury_before_2024_07_02", "1y until 2024-07-01", "former La. Civ. Code art. 3492"],
    ["medical_malpractice", "1y R ≤3y", "La. R.S. 9:5628"],
    [
      "wrongful_death",
      "? from death",
      "La. Civ. Code art. 2315.2 (a summary; read 2026-11-29)",
      "One year. HB 291 (2025) would set two years from the death, and keep one for malpractice: from when it applies was not found.",
    ],
  ],
  ma: [
    ["personal_injury", "3y", "M.G.L. c. 260, § 2A"],
    ["medical_malpractice", "3y R ≤7y", "M.G.L. c. 260, § 4"],
    ["wrongful_death", "3y from death", "M.G.L. c. 229, § 2"],
    ["product_liability", "3y", "M.G.L. c. 260, § 2A"],
  ],
  md: [
    ["personal_injury", "3y", "Cts. & Jud. Proc. § 5-101"],
    ["medical_malpractice", "3y R ≤5y", "Cts. & Jud. Proc. § 5-109"],
    ["wrongful_death", "3y from death", "Cts. & Jud. Proc. § 3-904(g)"],
  ],
  mi: [
    ["personal_injury", "3y", "MCL 600.5805(2)"],
    ["medical_malpractice", "2y L(6m) ≤6y", "MCL 600.5805(8), 600.5838a"],
    ["wrongful_death", "3y", "MCL 600.5805(2)"],
  ],
  mo: [
    [
      "personal_injury",
      "?",
      "RSMo § 516.120 (a summary; read 2026-11-29)",
      "Five years. Bills to shorten the period were pending: HB 1610 (2026) was reported by a House committee; what became of it was not found.",
    ],
  ],
  nc: [
    ["personal_injury", "3y", "N.C.G.S. § 1-52(16)"],
    ["medical_malpractice", "3y L(1y) ≤4y", "N.C.G.S. § 1-15(c)"],
    ["wrongful_death", "2y from death", "N.C.G.S. § 1-53(4)"],
    ["product_liability", "3y", "N.C.G.S. § 1-52(16)"],
  ],
  nj: [
    ["personal_injury", "2y", "N.J.S.A. 2A:14-2"],
    ["medical_malpractice", "2y R", "N.J.S.A. 2A:14-2"],
    ["wrongful_death", "2y from death", "N.J.S.A. 2A:31-3"],
    ["product_liability", "2y", "N.J.S.A. 2A:14-2"],
  ],
  nm: [
    ["personal_injury", "3y", "NMSA § 37-1-8"],
    [
      "medical_malpractice",
      "3y",
      "NMSA § 41-5-13",
      "HB 99, signed in March 2026, amends the Medical Malpractice Act: whether this section was not found (2026-11-29).",
    ],
    ["wrongful_death", "3y from death", "NMSA § 41-2-2"],
  ],
  ny: [
    ["personal_injury", "3y", "CPLR 214(5)"],
    ["medical_malpractice", "2y6m from treatment_end", "CPLR 214-a"],
    ["wrongful_death", "2y from death", "EPTL 5-4.1"],
    ["product_liability", "3y", "CPLR 214(5)"],
    ["assault_battery", "1y", "CPLR 215(3)"],
  ],
  oh: [
    ["personal_injury", "2y", "R.C. 2305.10(A)"],
    ["medical_malpractice", "1y R ≤4y", "R.C. 2305.113"],
    ["wrongful_death", "2y from death", "R.C. 2125.02"],
    [
      "wrongful_death_malpractice",
      "2y from death ≤4y",
      "R.C. 2125.02, 2305.113(C); Everhart v. Coshocton Cnty. Mem. Hosp. (Ohio Dec. 28, 2023) (a summary; read 2026-11-29)",
      "The malpractice statute's four years limit the suit for a death as well.",
    ],
    ["product_liability", "2y", "R.C. 2305.10(A)"],
    ["assault_battery", "1y", "R.C. 2305.111"],
  ],
  pa: [
    ["personal_injury", "2y", "42 Pa.C.S. § 5524(2)"],
    [
      "medical_malpractice",
      "2y R",
      "42 Pa.C.S. § 5524(2)",
      "The seven-year period of repose in 40 P.S. § 1303.513 is unconstitutional: Yanakos v. UPMC (Pa. Oct. 31, 2019), read 2026-11-29.",
    ],
    ["wrongful_death", "2y from death", "42 Pa.C.S. § 5524(2)"],
    ["product_liability", "2y", "42 Pa.C.S. § 5524(2)"],
    ["assault_battery", "2y", "42 Pa.C.S. § 5524(1)"],
  ],
  tn: [
    ["personal_injury", "1y", "Tenn. Code § 28-3-104(a)(1)"],
    ["medical_malpractice", "1y R ≤3y", "Tenn. Code § 29-26-116"],
    ["wrongful_death", "1y", "Tenn. Code § 28-3-104(a)(1)"],
    ["product_liability", "?", "Tenn. Code §§ 28-3-104(b), 29-28-103"],
  ],
  tx: [
    ["personal_injury", "2y", "Civ. Prac. & Rem. Code § 16.003(a)"],
    ["medical_malpractice", "2y ≤10y from treatment_end", "Civ. Prac. & Rem. Code § 74.251"],
    ["wrongful_death", "2y from death", "Civ. Prac. & Rem. Code § 16.003(b)"],
    ["product_liability", "2y", "Civ. Prac. & Rem. Code § 16.003(a)"],
    ["assault_battery", "2y", "Civ. Prac. & Rem. Code § 16.003(a)"],
  ],
  va: [
    ["personal_injury", "2y", "Va. Code § 8.01-243(A)"],
    ["medical_malpractice", "2y", "Va. Code § 8.01-243(A)"],
    ["wrongful_death", "2y from death", "Va. Code § 8.01-244(B)"],
    ["product_liability", "2y", "Va. Code § 8.01-243(A)"],
  ],
  wa: [
    ["personal_injury", "3y", "RCW 4.16.080(2)"],
    [
      "medical_malpractice",
      "3y L(1y)",
      "RCW 4.16.350(3); Bennett v. United States, No. 101300-1 (Wash. Dec. 7, 2023) (read 2026-11-29)",
      "The eight-year period of repose in the statute violates article I, section 12 of the state's constitution (Bennett): it is not applied.",
    ],
    ["wrongful_death", "3y from death", "RCW 4.16.080(2)"],
    ["product_liability", "?", "RCW 7.72.060(3)"],
    ["assault_battery", "2y", "RCW 4.16.100(1)"],
  ],
  wi: [
    ["personal_injury", "3y", "Wis. Stat. § 893.54(1m)(a)"],
    ["medical_malpractice", "3y L(1y) ≤5y", "Wis. Stat. § 893.55(1m)"],
    ["wrongful_death", "3y from death", "Wis. Stat. § 893.54(1m)(b)"],
    ["wrongful_death_motor_vehicle", "2y from death", "Wis. Stat. § 893.54(2m)"],
  ],
  us: [
    ["fela", "3y", "45 U.S.C. § 56"],
    ["maritime", "3y", "46 U.S.C. § 30106"],
  ],
};

/** A note is of both. */
type PublicRow = readonly [
  entity: string,
  notice: readonly [notation: string, citation: string] | null,
  suit: readonly [notation: string, citation: string] | null,
  note?: string,
];

/** Notices to public bodies, and suits against them; from the incident. */
const publicBodies: Readonly<Record<string, readonly PublicRow[]>> = {
  us: [
    [
      "ftca",
      ["2y", "28 U.S.C. § 2401(b); 32 CFR § 750.36 (read 2026-11-29)"],
      ["6m from claim_rejected", "28 U.S.C. § 2401(b); 32 CFR § 750.36 (read 2026-11-29)"],
      "The suit: six months from the mailing of the final denial. If the agency has not decided within six months, the claimant may treat that as a denial at any time (28 U.S.C. § 2675(a)).",
    ],
  ],
  az: [["government", ["180d", "A.R.S. § 12-821.01"], ["1y", "A.R.S. § 12-821"]]],
  ca: [
    [
      "government",
      ["6m", "Gov. Code § 911.2(a) (read 2026-11-29)"],
      ["6m from claim_rejected", "Gov. Code §§ 913, 945.6(a) (a summary; read 2026-11-29)"],
      "The suit: six months from the day on which the notice of rejection was delivered or mailed. Without such a notice § 945.6(a)(2) gives two years from the accrual.",
    ],
  ],
  co: [["government", ["182d R", "C.R.S. § 24-10-109(1)"], null]],
  ct: [
    ["state", ["1y R ≤3y", "Conn. Gen. Stat. § 4-148(a) (read 2026-11-29)"], null, "To the Claims Commissioner."],
    [
      "highway",
      ["90d", "Conn. Gen. Stat. §§ 13a-144, 13a-149 (read 2026-11-29)"],
      ["2y", "Conn. Gen. Stat. §§ 13a-144, 13a-149 (read 2026-11-29)"],
      "Defective roads, bridges and sidewalks, of the state and of towns.",
    ],
    [
      "municipal_employee",
      ["6m", "Conn. Gen. Stat. § 7-465(a) (a summary; read 2026-11-29)"],
      ["2y", "Conn. Gen. Stat. § 7-465(a) (a summary; read 2026-11-29)"],
    ],
  ],
  de: [
    [
      "wilmington",
      ["1y", "10 Del. C. § 8124 (read 2026-11-29)"],
      null,
      "Only the Mayor and Council of Wilmington. Other towns require a notice by ordinance: Bridgeville within a year.",
    ],
    [
      "government",
      ["?", "10 Del. C. §§ 4001 to 4013 (a summary; read 2026-11-29)"],
      ["?", "10 Del. C. §§ 4001 to 4013, 8119 (a summary; read 2026-11-29)"],
      "No notice and no period of its own was found in the Tort Claims Act; charters and ordinances have some.",
    ],
  ],
  fl: [
    [
      "government",
      ["?", "Fla. Stat. § 768.28(6)"],
      ["?", "Fla. Stat. § 768.28(14)"],
      "Three years for the claim and four for the suit, until HB 145 (2026) or another bill shortens them to 18 months and two years: what became of it was not found (2026-11-29).",
    ],
  ],
  ga: [
    ["municipal", ["6m", "O.C.G.A. § 36-33-5"], null],
    ["county", ["12m", "O.C.G.A. § 36-11-1"], null],
    ["state", ["12m", "O.C.G.A. § 50-21-26"], null],
  ],
  il: [
    ["local", null, ["1y", "745 ILCS 10/8-101"]],
    [
      "state",
      ["1y", "705 ILCS 505/22-1 (read 2026-11-29)"],
      ["?", "705 ILCS 505/22 (not looked up)"],
      "Also the state's universities: with the Attorney General and the clerk of the Court of Claims. Section 22 was amended by P.A. 104-0188 (2025).",
    ],
    [
      "death",
      ["1y from death", "705 ILCS 505/22-1 (read 2026-11-29)"],
      null,
      "Or from the day on which the executor or administrator qualified, if that is later.",
    ],
  ],
  in: [
    ["local", ["180d", "Ind. Code § 34-13-3-8"], null],
    ["state", ["270d", "Ind. Code § 34-13-3-6"], null],
  ],
  ky: [
    [
      "state",
      ["?", "KRS 49.120 (not looked up)"],
      ["?", "KRS 49.120 (not looked up)"],
      "The Board of Claims has exclusive jurisdiction over negligence of the Commonwealth (KRS 49.040, read 2026-11-29).",
    ],
    ["city", ["?", "KRS 411.110 (not looked up)"], null],
  ],
  la: [
    [
      "government",
      ["?", "La. R.S. 13:5101 to 13:5108 (a summary; read 2026-11-29)"],
      ["?", "La. R.S. 13:5107(D), 13:5108 (a summary; read 2026-11-29)"],
      "The time of suits against private persons applies (13:5108). A suit whose service was not requested within 90 days does not interrupt prescription (13:5107(D); Davis v. State, La. 2021).",
    ],
  ],
  ma: [["government", ["2y", "M.G.L. c. 258, § 4"], ["3y", "M.G.L. c. 258, § 4"]]],
  md: [
    ["local", ["1y", "Cts. & Jud. Proc. § 5-304"], null],
    ["state", ["1y", "State Gov’t § 12-106"], null],
  ],
  mi: [
    ["state", ["6m", "MCL 600.6431"], null],
    ["highway", ["120d", "MCL 691.1404"], null],
  ],
  mn: [
    [
      "municipal",
      ["180d R", "Minn. Stat. § 466.05, subd. 1 (read 2026-11-29)"],
      ["?", "Minn. Stat. ch. 466 (not looked up)"],
    ],
    ["death", ["1y", "Minn. Stat. § 466.05, subd. 2 (read 2026-11-29)"], null],
    [
      "state",
      ["180d R", "Minn. Stat. § 3.736, subd. 5 (a summary; read 2026-11-29)"],
      ["?", "Minn. Stat. § 3.736 (not looked up)"],
    ],
  ],
  nc: [
    ["state", null, ["3y", "N.C.G.S. § 143-299 (read 2026-11-29)"], "A claim with the Industrial Commission."],
    [
      "death",
      null,
      ["2y from death", "N.C.G.S. § 143-299 (read 2026-11-29)"],
      "A claim with the Industrial Commission.",
    ],
    [
      "local",
      ["?", "N.C.G.S. §§ 153A-435, 160A-485 (not looked up)"],
      ["?", "N.C.G.S. §§ 153A-435, 160A-485 (not looked up)"],
    ],
  ],
  nj: [["government", ["90d", "N.J.S.A. 59:8-8"], null]],
  nm: [
    ["government", ["90d", "NMSA § 41-4-16(A)"], ["2y", "NMSA § 41-4-15"]],
    ["death", ["6m", "NMSA § 41-4-16(C)"], null],
  ],
  nv: [
    [
      "government",
      ["2y", "NRS 41.036 (read 2026-11-29)"],
      ["?", "NRS 11.190 (not looked up)"],
      "The claim is no condition of a suit (NRS 41.036(3)).",
    ],
  ],
  ny: [
    ["municipal", ["90d", "Gen. Mun. Law § 50-e"], ["1y90d", "Gen. Mun. Law § 50-i"]],
    ["state", ["90d", "Ct. Cl. Act § 10(3)"], null],
  ],
  oh: [["local", null, ["2y", "R.C. 2744.04"]]],
  pa: [["government", ["6m", "42 Pa.C.S. § 5522(a)"], null]],
  tn: [["government", null, ["12m", "Tenn. Code § 29-20-305(b)"]]],
  tx: [["government", ["6m", "Civ. Prac. & Rem. Code § 101.101"], null, "A charter may set less."]],
  va: [
    ["local", ["6m", "Va. Code § 15.2-209"], null],
    ["state", ["1y", "Va. Code § 8.01-195.6"], null],
  ],
  wa: [
    ["government", ["60d before limitation", "RCW 4.92.110, 4.96.020"], null, "A claim must be filed before the suit."],
  ],
  wi: [["government", ["120d", "Wis. Stat. §§ 893.80(1d), 893.82(3)"], null]],
};

/** What malpractice needs before a suit: pointers. */
const preSuit: Readonly<Record<string, readonly [type: "pre_suit_notice" | "certificate_of_merit", citation: string]>> =
  {
    ca: ["pre_suit_notice", "Code Civ. Proc. § 364"],
    fl: ["pre_suit_notice", "Fla. Stat. § 766.106"],
    mi: ["pre_suit_notice", "MCL 600.2912b"],
    nj: ["certificate_of_merit", "N.J.S.A. 2A:53A-27"],
    pa: ["certificate_of_merit", "Pa.R.Civ.P. 1042.3"],
    tn: ["pre_suit_notice", "Tenn. Code § 29-26-121"],
    tx: ["pre_suit_notice", "Civ. Prac. & Rem. Code § 74.051"],
  };

/** Null suspends the period; a number is the years after the 18th birthday. */
const minorities: Readonly<Record<string, readonly [years: number | null, citation: string]>> = {
  az: [null, "A.R.S. § 12-502"],
  ca: [null, "Code Civ. Proc. § 352"],
  ga: [null, "O.C.G.A. § 9-3-90"],
  ma: [null, "M.G.L. c. 260, § 7"],
  nj: [null, "N.J.S.A. 2A:14-21"],
  oh: [null, "R.C. 2305.16"],
  pa: [null, "42 Pa.C.S. § 5533(b)"],
  tn: [null, "Tenn. Code § 28-1-106"],
  tx: [null, "Civ. Prac. & Rem. Code § 16.001"],
  va: [null, "Va. Code § 8.01-229(A)"],
  wa: [null, "RCW 4.16.190"],
  il: [2, "735 ILCS 5/13-211"],
  in: [2, "Ind. Code § 34-11-6-1"],
  md: [3, "Cts. & Jud. Proc. § 5-201"],
  mi: [1, "MCL 600.5851"],
  nc: [3, "N.C.G.S. § 1-17"],
  nm: [1, "NMSA § 37-1-10"],
  ny: [3, "CPLR 208"],
  wi: [2, "Wis. Stat. § 893.16"],
};

export const shippedText = { states, publicBodies, preSuit, minorities, asOf: "2025-06" } as const;
