import { Bell, Pill, UserPlus } from 'lucide-react'
import { Logo } from '../ui/Logo.tsx'
import './LoginLead.css'

export type ClinicSign = { clinicName: string; logoUrl: string | null }

const STEPS = [
  ['in-progress', 'Register', UserPlus],
  ['called', 'Call', Bell],
  ['dispensary', 'Dispense', Pill],
] as const

export function LoginLead({ clinicName, logoUrl }: ClinicSign) {
  return (
    <header className="login-lead">
      <span className="login-lead__logo">
        {logoUrl ? <img src={logoUrl} alt="" /> : <Logo size={96} />}
      </span>
      <p className="login-lead__name" translate="no">
        {clinicName}
      </p>
      <p className="login-lead__about soft">Numbers, calling and dispensary.</p>
      <ul className="login-lead__steps">
        {STEPS.map(([tone, title, Icon]) => (
          <li key={tone} className="login-lead__step">
            <Icon size={22} className={`tone--${tone}`} aria-hidden />
            {title}
          </li>
        ))}
      </ul>
    </header>
  )
}
