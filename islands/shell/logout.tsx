import { createRoot } from 'react-dom/client'
import { api, takeSessionEnd, unwrap } from '../data/api.ts'
import { isConnected } from '../data/live-state.ts'
import { toast, toastError } from '../data/toasts.ts'
import LoginCard from '../login/LoginCard.tsx'
import { SIGNED_IN_PART, stopPage } from './stop-page.ts'

/** Far longer than a reachable server needs. */
const TIMEOUT_MS = 2_000

/** Shows the login page at once, and later whether the server has ended the session. */
export async function logout(clinicName: string) {
  if (hasUnsaved() && !confirm('Log out without saving the changes on this page?')) return
  const request = endSession()
  stopPage()
  showLogin(clinicName)
  if (await request) toast('Logout Successful', 'You have successfully logged out from the system')
  else toastError('Logout Failed', 'There was a problem during logout. Please try again.')
}

function hasUnsaved() {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

export function endSession() {
  // From here on, no page shows patients, even if the request fails.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
  document.cookie = document.body.dataset.signedOutCookie ?? ''
  // Clears the mark of an ended session, because Login must not explain this logout.
  takeSessionEnd()
  const timeout = new Promise<boolean>(resolve => setTimeout(resolve, TIMEOUT_MS, false))
  const request = unwrap(api.auth.logout.$post()).then(
    () => true,
    () => false,
  )
  return Promise.race([request, timeout])
}

/** Draws the page of routes/login.tsx, because loading it would need a network. */
function showLogin(clinicName: string) {
  const page = document.createElement('main')
  page.className = 'login-page'
  document.querySelector('.skip-link')?.remove()
  document.querySelector(SIGNED_IN_PART)?.replaceWith(page)
  document.title = 'Login'
  // Hides the offline notice, because the login page has no list that may be out of date.
  isConnected.value = true
  document.body.dataset.session = 'out'
  delete document.body.dataset.page
  delete document.body.dataset.sidebar
  history.replaceState(null, '', '/')
  const logoUrl = document.body.dataset.logo || null
  createRoot(page).render(<LoginCard clinicName={clinicName} logoUrl={logoUrl} />)
}
