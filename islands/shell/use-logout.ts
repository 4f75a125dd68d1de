import { signal } from '@preact/signals-react'
import { useState } from 'react'
import { api, handleSessionEnd, unwrap } from '../data/api.ts'
import { toastError, toastOnNextPage } from '../data/toasts.ts'

/** True after a failed logout: patients stay covered although the session is still valid. */
export const isStuckInLogout = signal(false)

export function useLogout() {
  const [isLoggingOut, setLoggingOut] = useState(false)

  async function logout() {
    setLoggingOut(true)
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
