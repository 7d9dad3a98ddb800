import * as z from "zod";

/**
 * An exact share: of 10,000 basis points, or a fraction. A third is `{ numerator: 1, denominator: 3 }`: 3,333 basis
 * points are not.
 */
export const Rate = z
  .union([
    z.strictObject({ basisPoints: z.int().min(0).max(10_000) }),
    z
      .strictObject({ numerator: z.int().min(0).max(1_000), denominator: z.int().min(1).max(1_000) })
      .refine(({ numerator, denominator }) => numerator <= denominator, {
        path: ["numerator"],
        message: "must not be more than the denominator",
      }),
  ])
  .meta({ id: "Rate", description: "Basis points, or a fraction: a third is `{ numerator: 1, denominator: 3 }`." });
export type Rate = z.infer<typeof Rate>;

export const Bracket = z
  .strictObject({
    upToCents: z.int().min(1).max(10_000_000_000_000).nullable().meta({
      description: "US cents; null in the last bracket, and only there.",
    }),
    rate: Rate,
  })
  .meta({ id: "RateBracket", description: "The rate of the part of an amount that lies in the bracket." });
export type Bracket = z.infer<typeof Bracket>;

const isRising = (brackets: readonly Bracket[]): boolean =>
  brackets.every(({ upToCents }, place) => {
    if (place === brackets.length - 1) return upToCents === null;
    return upToCents !== null && upToCents > (brackets[place - 1]?.upToCents ?? 0);
  });

/** Marginal brackets. */
export const Brackets = z
  .array(Bracket)
  .min(1)
  .max(8)
  .refine(isRising, "must rise, and the last bracket must have no end");
