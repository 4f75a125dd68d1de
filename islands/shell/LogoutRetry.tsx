import { LogOut } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { useLogout } from './use-logout.ts'

/** Covers the patients until the logout has reached the server. */
export function LogoutRetry() {
  const { isLoggingOut, logout } = useLogout()
  return (
    <div className="logout-retry" role="alertdialog" aria-label="Logout Failed">
      <p>You are not signed out yet.</p>
      <Button variant="primary" autoFocus disabled={isLoggingOut} onClick={logout}>
        <LogOut size={18} aria-hidden />
        Logout
      </Button>
    </div>
  )
}
