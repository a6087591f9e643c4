"""The instruments of sections 1, 3, 11, 13 to 15 and 38, and the certificate of a record as
evidence, each made from plain facts.

The functions are pure: they choose words, clauses and schedules; whether the act may be done
was decided before.
"""

from vetcontrol.documents.instruments.areas import (
    amendment_notification,
    infected_area_notification,
    rescission_notification,
)
from vetcontrol.documents.instruments.cessation import CessationCause, cessation_notice
from vetcontrol.documents.instruments.controls import (
    Controlled,
    Extended,
    control_notification,
    control_rescission,
)
from vetcontrol.documents.instruments.decisions import (
    DecisionOutcome,
    ModifiedLimits,
    government_decision,
)
from vetcontrol.documents.instruments.evidence import electronic_record_certificate
from vetcontrol.documents.instruments.limits import PremisesLeftOut, VillageLine
from vetcontrol.documents.instruments.movement import (
    LicencePaper,
    Removed,
    Terms,
    licence_refusal,
    licence_revocation,
    movement_licence,
    return_direction,
    unloading_record,
)
from vetcontrol.documents.instruments.offices import (
    appointment_notification,
    delegation_order,
    delegation_revocation,
)
from vetcontrol.documents.instruments.orders import (
    infected_place_order,
    order_copy,
    report_to_veterinary_surgeon,
)
from vetcontrol.documents.instruments.provisions import (
    commencement_notification,
    end_of_operation_notification,
    scheduled_disease_notification,
)
from vetcontrol.documents.instruments.radius import (
    PremisesLine,
    premises_notice,
    radius_declaration,
)
from vetcontrol.documents.instruments.reports import StepLine, report_to_government
from vetcontrol.documents.instruments.rules import Fixed, rules_notification
from vetcontrol.documents.instruments.surgeon import (
    ExaminedAnimals,
    cancellation,
    confirmation,
    examination_record,
)

__all__ = [
    "CessationCause",
    "Controlled",
    "DecisionOutcome",
    "ExaminedAnimals",
    "Extended",
    "Fixed",
    "LicencePaper",
    "ModifiedLimits",
    "PremisesLeftOut",
    "PremisesLine",
    "Removed",
    "StepLine",
    "Terms",
    "VillageLine",
    "amendment_notification",
    "appointment_notification",
    "cancellation",
    "cessation_notice",
    "commencement_notification",
    "confirmation",
    "control_notification",
    "control_rescission",
    "delegation_order",
    "delegation_revocation",
    "electronic_record_certificate",
    "end_of_operation_notification",
    "examination_record",
    "government_decision",
    "infected_area_notification",
    "infected_place_order",
    "licence_refusal",
    "licence_revocation",
    "movement_licence",
    "order_copy",
    "premises_notice",
    "radius_declaration",
    "report_to_government",
    "report_to_veterinary_surgeon",
    "rescission_notification",
    "return_direction",
    "rules_notification",
    "scheduled_disease_notification",
    "unloading_record",
]
