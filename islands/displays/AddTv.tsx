import { Link } from 'lucide-react'
import { useState } from 'react'
import { KIND_NAMES, type TvKind } from '#domain/display/tv-device'
import { api } from '../data/api.ts'
import { Choice } from '../ui/fields/Choice.tsx'
import { InlineForm, type OnProblem } from '../ui/fields/InlineForm.tsx'
import { useTvWrites } from './device-writes.ts'
import { type Owner, OwnerField } from './OwnerField.tsx'
import { TvLink } from './TvLink.tsx'

const KINDS: { value: TvKind; label: string }[] = [
  { value: 'tv', label: 'TV' },
  { value: 'kiosk', label: 'Kiosk' },
]

const FIELDS = [{ name: 'name', label: 'Name' }] as const

export function AddTv({ users }: { users: Owner[] }) {
  const [kind, setKind] = useState<TvKind>('tv')
  const [userId, setUserId] = useState(users[0]?.id ?? 0)
  const [link, setLink] = useState<{ name: string; url: string; kind: TvKind } | null>(null)
  const { mutate } = useTvWrites()
  const noun = KIND_NAMES[kind]

  async function add({ name }: { name: string }, onProblem: OnProblem) {
    const created = await mutate({
      failed: `Failed to add the ${noun}. Please try again.`,
      onProblem,
      send: () => api['tv-devices'].$post({ json: { userId, name, kind } }),
    })
    if (created) setLink({ name: created.device.name, kind, url: created.url })
    return created
  }

  return (
    <div className="stack add-tv">
      <h3 className="card__title">Create a link</h3>
      <p className="soft">Creates a link and a QR code for a device that can open or scan one.</p>
      <Choice<TvKind> label="What is it?" options={KINDS} value={kind} onChange={setKind} />
      {kind === 'kiosk' && (
        <p className="soft">Patients take their number there. It can do nothing else.</p>
      )}
      <InlineForm
        className="stack"
        fields={FIELDS}
        action={`Add ${noun}`}
        busyText="Adding..."
        Icon={Link}
        variant="plain"
        onSubmit={add}
      >
        <OwnerField users={users} value={userId} onChange={setUserId} />
      </InlineForm>
      {link && <TvLink key={link.url} {...link} onHide={() => setLink(null)} />}
    </div>
  )
}
