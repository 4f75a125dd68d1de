/** Set by the browser: no reload shows patients if the request to sign out is lost. */
export const SIGNED_OUT_COOKIE = 'signed_out'
export const SIGNED_OUT = '1'
