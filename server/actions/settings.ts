import type { Query } from '#db/connection/query'
import { findMedia } from '#db/repositories/media'
import * as repository from '#db/repositories/settings'
import { DomainError } from '#domain/errors'
import { parseMediaId } from '#domain/media/media'
import { diffSettings, type SettingInput, toSettingFact } from '#domain/settings/settings'
import { getRow } from '#domain/settings/settings-schema'
import type { SettingChange } from '#domain/settings-record'
import type { Role } from '#domain/users/user'
import type { Tx } from '../write.ts'

export async function saveSettings({ db, now }: Tx, inputs: SettingInput[], role: Role) {
  const before = await repository.readSettings(db)
  const changes = diffSettings(inputs, before)
  if (role !== 'admin') assertForStaff(changes)
  await assertLogoExists(db, changes)
  await repository.saveSettings(db, changes, now)
  const saved = await repository.readSettings(db)
  const change = changes.map(({ key }) => toSettingFact({ key, value: saved[key] }))
  return { before, saved, change }
}

function assertForStaff(changes: SettingChange[]) {
  const refused = changes.find(({ key }) => getRow(key).isForAdmins)
  if (!refused) return
  const sentence = 'Only administrators can change who sees reports and how long names are kept'
  throw new DomainError(sentence, { status: 403, field: refused.key })
}

async function assertLogoExists(db: Query, changes: SettingChange[]) {
  const logo = changes.find(({ key }) => key === 'clinicLogo')
  if (!logo || logo.value === '') return
  const item = await findMedia(db, parseMediaId(logo.value) ?? 0)
  if (item?.type === 'image') return
  throw new DomainError('This logo no longer exists. Please upload it again.', {
    field: 'clinicLogo',
  })
}
