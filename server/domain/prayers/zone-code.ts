/** Lets the browser check a zone without loading the list of all districts. */
const ZONE =
  /^(JHR0[1-4]|KDH0[1-7]|KTN0[12]|MLK01|NGS0[1-3]|PHG0[1-7]|PLS01|PNG01|PRK0[1-7]|SBH0[1-9]|SGR0[1-3]|SWK0[1-9]|TRG0[1-4]|WLY0[12])$/

export function isJakimZone(code: string) {
  return ZONE.test(code)
}
