/**
 * Set by the browser before it asks to sign out, so that no reload shows patients if that request
 * is lost.
 */
export const SIGNED_OUT_COOKIE = 'signed_out'
export const SIGNED_OUT = '1'
