import { signal } from '@preact/signals-react'
import { useState } from 'react'
import { SIGNED_OUT, SIGNED_OUT_COOKIE } from '#domain/auth/signed-out'
import { api, handleSessionEnd, unwrap } from '../data/api.ts'
import { toastError, toastOnNextPage } from '../data/toasts.ts'

/** As long as any session may last. */
const COOKIE_MAX_AGE_S = 30 * 24 * 60 * 60

/** True after a failed logout: patients stay covered although the session is still valid. */
export const isStuckInLogout = signal(false)

export function useLogout() {
  const [isLoggingOut, setLoggingOut] = useState(false)

  async function logout() {
    setLoggingOut(true)
    // From here on no page shows patients, whatever becomes of the request.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
    document.cookie = `${SIGNED_OUT_COOKIE}=${SIGNED_OUT}; path=/; max-age=${COOKIE_MAX_AGE_S}; samesite=lax`
    // Another request may learn of the logout before its own response arrives.
    const restoreHandler = handleSessionEnd(showLogin)
    try {
      await unwrap(api.auth.logout.$post())
      showLogin()
    } catch {
      restoreHandler()
      isStuckInLogout.value = true
      toastError('Logout Failed', 'There was a problem during logout. Please try again.')
      setLoggingOut(false)
    }
  }

  return { isLoggingOut, logout }
}

function showLogin() {
  toastOnNextPage('Logout Successful', 'You have successfully logged out from the system')
  location.replace('/')
}
