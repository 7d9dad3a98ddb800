/**
 * Whether it is a National Provider Identifier: ten digits that pass the Luhn check with the prefix 80840.
 * Source: CMS, "Requirements for National Provider Identifier (NPI) and NPI Check Digit".
 */
export function isProviderIdentifier(value: string): boolean {
  if (!/^\d{10}$/.test(value)) return false;
  const sum = Array.from(`80840${value}`)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
