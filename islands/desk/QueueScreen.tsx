import { useSignals } from '@preact/signals-react/runtime'
import { Trash2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { formatNumber, type Patient } from '#domain/patients/patient'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { Room } from '#domain/rooms/room'
import {
  getQueueActions,
  whyCallDisabled,
  whyRecallDisabled,
} from '../patients/available-actions.ts'
import { PatientCards } from '../patients/PatientCards.tsx'
import { HeldPatients, PatientList } from '../patients/PatientList.tsx'
import { focusFirstAction, openRequeue } from '../patients/row-focus.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DeskBar } from './DeskBar.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import type { InitialData } from './desk-data.ts'
import { QueueTools } from './QueueTools.tsx'
import { createQueueModel } from './queue-model.ts'
import { RoomPicker } from './RoomPicker.tsx'
import { useDesk } from './use-desk.ts'

const RESET_WARNING = `Reset the queue?

This deletes all of today's patients, clears the rooms and resets the next number to 1. Undo is possible until the next registration.`

type Model = ReturnType<typeof createQueueModel>

export default function QueueScreen(initial: InitialData) {
  useSignals()
  const [model] = useState(() => createQueueModel(initial))
  const searchInput = useRef<HTMLInputElement>(null)
  const { bar, cards } = useDesk(model, initial.timeZone, getHotkeys(model, searchInput))

  return (
    <>
      <DeskHeader
        title="Queue Management"
        desk="queue"
        onRefresh={model.refresh}
        last={
          <Button variant="quiet" onClick={() => confirm(RESET_WARNING) && model.reset()}>
            <Trash2 size={18} aria-hidden />
            Reset Queue
          </Button>
        }
      />
      <DeskBar {...bar} free="This room is free." canDispense isSticky>
        <RoomPicker
          rooms={model.callableRooms.value}
          selected={bar.room}
          onSelect={id => (model.selectedRoomId.value = id)}
        />
      </DeskBar>
      <QueueTools
        input={searchInput}
        search={model.search.value}
        filter={model.filter.value}
        onSearch={text => (model.search.value = text)}
        onFilter={filter => (model.filter.value = filter)}
        onGo={() => focusFirstAction(model.firstMatch.value)}
      />
      <QueueLists
        lists={model.lists.value}
        isFiltered={model.isFiltered.value}
        rooms={model.shownRooms.value}
        selected={bar.room}
        present={bar.present}
        cards={cards}
      />
    </>
  )
}

type ListsProps = {
  lists: Model['lists']['value']
  isFiltered: boolean
  rooms: Room[]
  selected: Room | null
  present: Patient | null
  cards: ReturnType<typeof useDesk>['cards']
}

function QueueLists({ lists, isFiltered, rooms, selected, present, cards }: ListsProps) {
  const { priority, active, waiting, held } = lists
  const callHint = present && `Finish #${formatNumber(present.number)} first`
  const isElsewhere = ({ room }: Patient) => selected !== null && room?.id !== selected.id
  const elsewhere = active.filter(isElsewhere)
  const isEmpty = [priority, active, waiting, held].every(list => list.length === 0)
  const common = {
    ...cards,
    getActions: getQueueActions,
    getCallDisabledReason: (patient: Patient) => whyCallDisabled(patient, selected),
    getRecallDisabledReason: (patient: Patient) => whyRecallDisabled(patient, rooms),
  }

  return (
    <>
      {isFiltered && isEmpty && <EmptyState message="Nobody matches." />}
      <div className="queue">
        {(!isFiltered || priority.length > 0) && (
          <PatientList
            title="Priority Patients"
            count={priority.length}
            empty="No priority patients"
          >
            <PatientCards patients={priority} {...common} callHint={callHint} />
          </PatientList>
        )}
        {active.length > 0 && (
          <PatientList
            title="Active Patients"
            count={active.length}
            elsewhere={{
              title: 'Other rooms',
              count: elsewhere.length,
              cards: <PatientCards patients={elsewhere} {...common} isElsewhere />,
            }}
          >
            <PatientCards patients={active.filter(one => !isElsewhere(one))} {...common} />
          </PatientList>
        )}
        {(!isFiltered || waiting.length > 0) && (
          <PatientList
            title="Waiting Patients"
            count={waiting.length}
            empty="No patients in waiting queue"
            hint="New patients appear here immediately."
          >
            <PatientCards patients={waiting} {...common} callHint={callHint} />
          </PatientList>
        )}
        <HeldPatients count={held.length} isOpen={isFiltered}>
          <PatientCards patients={held} {...common} />
        </HeldPatients>
      </div>
    </>
  )
}

function getHotkeys(model: Model, searchInput: RefObject<HTMLInputElement | null>) {
  const requeue = (reason: string) => (patient: Patient) => {
    if (reason !== 'Others') return model.commands.requeue(patient, reason, null)
    model.showAll()
    requestAnimationFrame(() => openRequeue(patient))
  }
  return {
    steps: {
      d: model.commands.dispense,
      ...Object.fromEntries(
        REQUEUE_REASONS.map((reason, index) => [`r ${index + 1}`, requeue(reason)]),
      ),
    },
    others: {
      '/': () => searchInput.current?.focus(),
      'g d': () => location.assign('/'),
      'g r': () => location.assign('/register'),
      'g q': () => location.assign('/queue'),
      'g p': () => location.assign('/dispensary'),
    },
  }
}
