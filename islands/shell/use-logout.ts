import { signal } from '@preact/signals-react'
import { useState } from 'react'
import { api, unwrap } from '../data/api.ts'
import { toastError, toastOnNextPage } from '../data/toasts.ts'

/** True after a logout that nobody answered: the screen shows nothing any more, though the session stands. */
export const isStuckInLogout = signal(false)

export function useLogout() {
  const [isLeaving, setLeaving] = useState(false)

  async function logout() {
    setLeaving(true)
    try {
      await unwrap(api.auth.logout.$post())
      toastOnNextPage('Logout Successful', 'You have successfully logged out from the system')
      location.replace('/')
    } catch {
      isStuckInLogout.value = true
      toastError('Logout Failed', 'There was a problem during logout. Please try again.')
      setLeaving(false)
    }
  }

  return { isLeaving, logout }
}
