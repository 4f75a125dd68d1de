import { LogOut } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { useLogout } from './use-logout.ts'

/** Covers the patients of somebody who has left, until the server has heard of it. */
export function LogoutRetry() {
  const { isLeaving, logout } = useLogout()
  return (
    <div className="logout-retry" role="alertdialog" aria-label="Logout Failed">
      <p>You are not signed out yet.</p>
      <Button look="primary" autoFocus disabled={isLeaving} onClick={logout}>
        <LogOut size={18} aria-hidden />
        Logout
      </Button>
    </div>
  )
}
