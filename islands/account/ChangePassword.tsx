import { Check, KeyRound } from 'lucide-react'
import { assertNewPassword, PASSWORD_MIN } from '#domain/users/password'
import { api } from '../data/api.ts'
import { useWrites } from '../data/resource.ts'
import { Card } from '../ui/Card.tsx'
import { InlineForm } from '../ui/fields/InlineForm.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import './ChangePassword.css'

const TIPS = [
  `At least ${PASSWORD_MIN} characters`,
  'Mix upper case, lower case and digits',
  'Do not share your login details',
  'Log out after use',
]

const NEW = { type: 'password', autoComplete: 'new-password', minLength: PASSWORD_MIN }
const FIELDS = [
  {
    name: 'currentPassword',
    label: 'Current Password',
    type: 'password',
    autoComplete: 'current-password',
  },
  { name: 'newPassword', label: 'New Password', ...NEW },
  { name: 'confirmation', label: 'Confirm New Password', ...NEW },
] as const

export default function ChangePassword({ username }: { username: string }) {
  const { mutate } = useWrites()

  return (
    <>
      <PageHeader title="Account Settings" />
      <div className="two-columns">
        <Card title="Change Password">
          <InlineForm
            className="stack change-password"
            fields={FIELDS}
            action="Change Password"
            busyText="Changing..."
            Icon={KeyRound}
            isComplete={texts => Object.values(texts).every(text => text !== '')}
            onSubmit={({ currentPassword, newPassword, confirmation }, onProblem) =>
              mutate({
                done: ['Password successfully updated'],
                failed: 'Failed to change password',
                onProblem,
                send() {
                  assertNewPassword(newPassword, confirmation)
                  const json = { currentPassword, newPassword }
                  return api.auth['change-password'].$post({ json })
                },
              })
            }
          >
            {/* Password managers need the username. */}
            <input hidden readOnly name="username" autoComplete="username" value={username} />
          </InlineForm>
        </Card>
        <Card title="Security Tips">
          <ul className="stack stack--tight">
            {TIPS.map(tip => (
              <li key={tip} className="tip line">
                <Check size={18} aria-hidden />
                {tip}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}
