import { useState } from 'react'
import { answer, api } from '../api.ts'
import { alarm, toastOnNextPage } from '../data/toasts.ts'

/** Signs out. Without an answer nobody can know that the session is over, so the screen stays and says so. */
export function useLogout() {
  const [isLeaving, setLeaving] = useState(false)

  async function logout() {
    setLeaving(true)
    try {
      await answer(api.auth.logout.$post())
      toastOnNextPage('Logout Successful', 'You have successfully logged out from the system')
      location.replace('/')
    } catch {
      alarm('Logout Failed', 'There was a problem during logout. Please try again.')
      setLeaving(false)
    }
  }

  return { isLeaving, logout }
}
