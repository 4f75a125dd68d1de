import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { InitialDisplay } from '../tv/display.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AudioCard } from './cards/AudioCard.tsx'
import { ClinicCards } from './cards/ClinicCards.tsx'
import { ColorCards } from './cards/ColorCards.tsx'
import { FirstStepsCard } from './cards/FirstStepsCard.tsx'
import { HoldPresetsCard } from './cards/HoldPresetsCard.tsx'
import { InformationCards } from './cards/InformationCards.tsx'
import { LookCards } from './cards/LookCards.tsx'
import { NamesCard } from './cards/NamesCard.tsx'
import { OrderCard } from './cards/OrderCard.tsx'
import { ReportsCard } from './cards/ReportsCard.tsx'
import { TicketsCard } from './cards/TicketsCard.tsx'
import { MediaCard } from './media/MediaCard.tsx'
import { createMediaModel, type MediaModel } from './media/media-model.ts'
import { PreviewCard } from './preview/PreviewCard.tsx'
import { createPreviewModel } from './preview/preview-model.ts'
import { SaveAllBar } from './SaveAllBar.tsx'
import { SectionList, useSection } from './SectionList.tsx'
import { createSettingsModel, type SettingsModel } from './settings-model.ts'
import './SettingsScreen.css'

const SECTIONS = [
  { id: 'media', name: 'Media', title: 'Media Management' },
  { id: 'look', name: 'Look', title: 'Theme and Color Settings' },
  { id: 'information', name: 'Information', title: 'Information Display Settings' },
  { id: 'queue', name: 'Queue', title: 'Queue Settings' },
  { id: 'sound', name: 'Sound', title: 'Audio Settings' },
  { id: 'privacy', name: 'Privacy', title: 'Privacy Settings' },
  { id: 'programs', name: 'Programs', title: 'Other Programs' },
] as const
type SectionId = (typeof SECTIONS)[number]['id']

type Props = InitialDisplay & { section: string; isAdmin: boolean }

const loadPrograms = () => import('./programs/ProgramsCards.tsx').then(part => part.ProgramsCards)

export default function SettingsScreen({ section, isAdmin, ...initial }: Props) {
  useSignals()
  const [settings] = useState(() => createSettingsModel(initial.settings))
  const [media] = useState(() => createMediaModel(initial.media))
  const [preview] = useState(() => createPreviewModel(initial, settings, media))
  useWatch(settings, media, preview)
  useConfirmLeave(settings.unsaved.value.length > 0)

  const [selected, select] = useSection(section)
  const sections = SECTIONS.filter(one => isAdmin || one.id !== 'programs')
  const { id, title } = sections.find(one => one.id === selected) ?? SECTIONS[0]
  const Programs = useOnDemand(loadPrograms, { isWanted: id === 'programs', onFailure() {} })

  return (
    <>
      <PageHeader
        title="Settings"
        about={formatCount(Object.keys(settings.saved.data.value).length)}
      >
        <UnsavedCount count={settings.unsaved.value.length} />
        <Button onClick={() => void settings.refresh()}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
      </PageHeader>
      <div className="settings">
        <SectionList sections={sections} current={id} onSelect={select} />
        <PreviewCard data={preview.stageData()} />
        <section className="settings__section" aria-label={title}>
          <h2 className="card__title">{title}</h2>
          <div className="settings__cards">
            {id === 'programs'
              ? Programs && <Programs timeZone={initial.timeZone} />
              : renderCards(id, settings, media, preview)}
          </div>
          <SaveAllBar
            count={settings.unsaved.value.length}
            isSaving={settings.isSaving.value}
            onSave={() => void settings.save('display', 'audio')}
          />
        </section>
      </div>
    </>
  )
}

function renderCards(
  id: Exclude<SectionId, 'programs'>,
  settings: SettingsModel,
  media: MediaModel,
  preview: ReturnType<typeof createPreviewModel>,
) {
  const form = {
    values: settings.edited.value,
    isUnsaved: settings.isUnsaved,
    getProblem: settings.getProblem,
    isSaving: settings.isSaving.value,
    onEdit: settings.edit,
    onHide: settings.dropInvalid,
    onSave: () => void settings.save('display'),
  }

  async function saveLogo(file: File) {
    const logo = await media.uploadLogo(file)
    if (logo) settings.edit({ clinicLogo: logo })
  }

  switch (id) {
    case 'media':
      return (
        <MediaCard
          form={form}
          items={media.items.data.value}
          uploading={media.uploading.value}
          onUpload={files => void media.upload(files)}
          onCancel={media.cancel}
          onDelete={item => void media.remove(item)}
        />
      )
    case 'look':
      return (
        <>
          <LookCards form={form} />
          <ClinicCards
            form={form}
            uploading={media.uploading.value}
            onLogo={file => void saveLogo(file)}
            onCancel={media.cancel}
          />
          <ColorCards form={form} />
        </>
      )
    case 'information':
      return <InformationCards form={form} />
    case 'queue':
      return (
        <>
          <OrderCard form={form} />
          <HoldPresetsCard form={form} />
          <TicketsCard form={form} />
          <ReportsCard form={form} />
          <FirstStepsCard form={form} />
        </>
      )
    case 'privacy':
      return <NamesCard form={form} />
    case 'sound':
      return (
        <AudioCard
          form={{ ...form, onSave: () => void settings.save('audio') }}
          isTesting={preview.isTesting()}
          onTest={preview.test}
        />
      )
  }
}

function UnsavedCount({ count }: { count: number }) {
  const text = count === 1 ? '1 unsaved change' : `${count} unsaved changes`
  return (
    <span
      className={`settings__unsaved ${count > 0 ? 'settings__unsaved--some' : ''}`}
      role="status"
    >
      {text}
    </span>
  )
}

function formatCount(settings: number) {
  return `${settings} active configurations`
}

/** The browser asks before leaving, because every screen is a page of its own. */
function useConfirmLeave(hasUnsaved: boolean) {
  useEffect(() => {
    if (!hasUnsaved) return
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeave)
    return () => removeEventListener('beforeunload', confirmLeave)
  }, [hasUnsaved])
}
