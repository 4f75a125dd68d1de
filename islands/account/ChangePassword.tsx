import { useSignals } from '@preact/signals-react/runtime'
import { Check, KeyRound } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { getPasswordFormProblem, getPasswordProblem, PASSWORD_MIN } from '#domain/users/password'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { type FieldProblem, TextField } from '../ui/fields/TextField.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import './ChangePassword.css'

const TIPS = [
  `At least ${PASSWORD_MIN} characters`,
  'Mix upper case, lower case and digits',
  'Do not share your login details',
  'Log out after use',
]

const EMPTY = { current: '', next: '', confirmation: '' }
const FIELDS = [
  {
    key: 'current',
    name: 'currentPassword',
    label: 'Current Password',
    autoComplete: 'current-password',
  },
  { key: 'next', name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  {
    key: 'confirmation',
    name: 'confirmation',
    label: 'Confirm New Password',
    autoComplete: 'new-password',
  },
] as const

export default function ChangePassword({ username }: { username: string }) {
  useSignals()
  const [form, setForm] = useState(EMPTY)
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const { busy, mutate } = useMemo(() => createMutations<'password'>(), [])
  const isBusy = busy.value.size > 0
  const isFilled = Object.values(form).every(value => value !== '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isFilled) return
    const sentence = getPasswordFormProblem(form)
    if (sentence) {
      const isTooWeak = getPasswordProblem(form.next) === sentence
      return setProblem({ field: isTooWeak ? 'newPassword' : 'confirmation', sentence })
    }
    const json = { currentPassword: form.current, newPassword: form.next }
    await mutate({
      keys: ['password'],
      done: ['Password successfully updated'],
      failed: 'Failed to change password',
      send: headers => unwrap(api.auth['change-password'].$post({ json }, headers)),
      onSuccess: () => setForm(EMPTY),
      onFailure(refusal, _, field) {
        if (field) setProblem({ field, sentence: refusal })
        else toastError('Error', refusal)
      },
    })
  }

  return (
    <>
      <PageHeader title="Account Settings" />
      <div className="two-columns">
        <Card title="Change Password">
          <form className="stack change-password" onSubmit={submit} noValidate>
            {/* For the browser's password manager, which needs the username. */}
            <input hidden readOnly name="username" autoComplete="username" value={username} />
            {FIELDS.map(({ key, name, label, autoComplete }) => (
              <TextField
                key={key}
                label={label}
                name={name}
                problem={problem}
                type="password"
                value={form[key]}
                autoComplete={autoComplete}
                minLength={key === 'current' ? undefined : PASSWORD_MIN}
                onChange={event => {
                  setForm({ ...form, [key]: event.target.value })
                  setProblem(null)
                }}
              />
            ))}
            <Button
              type="submit"
              variant="primary"
              disabled={!isFilled || isBusy}
              aria-busy={isBusy}
            >
              <KeyRound size={18} aria-hidden />
              {isBusy ? 'Changing...' : 'Change Password'}
            </Button>
          </form>
        </Card>
        <Card title="Security Tips">
          <ul className="stack stack--tight">
            {TIPS.map(tip => (
              <li key={tip} className="hint">
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
