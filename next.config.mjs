/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // `npm test` checks types; checking them again would only make the first start longer.
  typescript: { ignoreBuildErrors: true },
  // None is needed, and each has had critical faults (src/decisions).
  images: { unoptimized: true },
};
