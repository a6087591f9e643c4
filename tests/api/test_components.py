"""The macros that pages are built of, with hostile words in every place."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from api.pages.case_words import NOTIFICATION_STATES, STATES
from api.pages.controls import called
from api.pages.navigation import MENU
from api.problems import problem_of
from api.templating import cite, environment, number_in_path, static
from vetcontrol.disease.case import State
from vetcontrol.errors import FieldError, Malformed

HOSTILE = "<i>\"'{{7*7}}</i>"


def render(source: str, **context: object) -> str:
    return environment().from_string(source).render(**context)


FORM = '{% import "components/form.html" as f %}'
RECORD = '{% import "components/record.html" as r %}'
SIGN = '{% from "components/sign.html" import sign %}'
BOXES = '{% import "components/notice.html" as b %}'


@pytest.mark.parametrize(
    "call",
    [
        'f.field("x", words, errors, values, hint=words)',
        'f.day("x", words, errors, values, hint=words)',
        'f.area("x", words, errors, values, hint=words)',
        'f.choice("x", words, [(words, words)], errors, values, hint=words)',
        'f.radios("x", words, [(words, words)], errors, values, hint=words)',
        'f.ticks("x", words, [(words, words)], errors, [words], hint=words)',
        'f.upload("x", words, errors, hint=words)',
    ],
)
def test_a_field_shows_its_label_error_and_what_was_filled_in(call: str) -> None:
    text = render(
        FORM + "{{ " + call + " }}", words=HOSTILE, errors={"x": HOSTILE}, values={"x": HOSTILE}
    )
    assert "<i>" not in text
    assert "&lt;i&gt;&#34;&#39;{{7*7}}&lt;/i&gt;" in text
    assert 'id="field-x"' in text
    assert "Error: " in text
    plain = render(FORM + "{{ " + call + " }}", words="w", errors={}, values={})
    assert "Error: " not in plain
    assert "aria-invalid" not in plain


def test_a_field_without_error_is_described_by_its_hint_alone() -> None:
    text = render(FORM + '{{ f.field("x", "X", {}, {}, hint="h", optional=true) }}')
    assert 'aria-describedby="hint-x"' in text
    assert "(optional)" in text
    assert " required" not in text


def test_a_password_is_never_written_into_a_page() -> None:
    text = render(FORM + '{{ f.field("p", "P", {}, {"p": "secret"}, type="password") }}')
    assert "secret" not in text


def test_a_day_stands_in_words_beside_its_field() -> None:
    text = render(FORM + '{{ f.day("on", "On", {}, {"on": "2027-01-31"}) }}')
    assert "Sunday 31 January 2027" in text
    assert "</output>" in render(FORM + '{{ f.day("on", "On", {}, {"on": "31/01"}) }}')


def test_a_refusal_box_names_fields_clauses_and_code() -> None:
    problem = problem_of(
        Malformed(HOSTILE, clauses=("DOA1974-11-3a", HOSTILE), errors=(FieldError("x", HOSTILE),))
    )
    text = render(
        BOXES + "{{ b.refusal(problem) }}", problem=replace(problem, labels={"x": HOSTILE})
    )
    assert "<i>" not in text
    assert 'href="#field-x"' in text
    assert "#field-x" not in render(BOXES + "{{ b.refusal(problem) }}", problem=problem)
    assert cite("DOA1974-11-3a") in text
    assert problem.code in text
    assert 'role="alert"' in text


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("/", "Tasks"),
        ("/serve/ORD-2027-000001", "Round"),
        ("/checks/new/LIC-2027-000001", "Licences"),
        ("/papers/ORD-2027-000001", "Infected places"),
        ("/servers", ""),
    ],
)
def test_a_page_marks_its_one_section(path: str, label: str) -> None:
    assert [item.label for item in MENU if item.is_current(path)] == [label][: bool(label)]


def test_a_control_is_called_what_the_page_calls_it() -> None:
    page = render(
        FORM
        + """{{ f.field("one", words, {}, {}, optional=true, hint="H") }}
        {{ f.radios("two", "How", [("a", "A")], {}, {}) }}{{ f.day("three", "On", {}, {}) }}
        <input id="field-goat_kept" aria-label="Goats: Kept"><div id="field-bare"></div>
        <fieldset id="field-limits"><legend>Limits <span class="count">3</span></legend>
        <label for="field-limits_file">Or a file:</label></fieldset>""",
        words=HOSTILE,
    )
    assert called(page) == {
        "one": HOSTILE,
        "two": "How",
        "three": "On",
        "goat_kept": "Goats: Kept",
        "bare": "",
        "limits": "Limits",
        "limits_file": "Or a file",
    }


@pytest.mark.parametrize(
    "kind",
    ["restricted", "in_force", "ended", "waiting", "draft", "refused", "unknown", "fact"],
)
def test_a_status_has_sign_and_word(kind: str) -> None:
    text = render(RECORD + "{{ r.status(kind, words) }}", kind=kind, words=HOSTILE)
    assert "<svg" in text
    assert "&lt;i&gt;" in text


def test_no_restriction_wears_a_tick() -> None:
    tick = render(SIGN + "{{ sign('tick') }}").strip()
    published = {n: s for n, s in NOTIFICATION_STATES.items() if n == "published"}
    for state, (kind, word) in {**STATES, **published}.items():
        text = render(RECORD + "{{ r.status(kind, word) }}", kind=kind, word=word)
        assert tick not in text, state
        over = state in {State.CANCELLED, State.CEASED}
        assert f'class="status status-{"ended" if over else "restricted"}"' in text


@pytest.mark.parametrize("kind", ["done", "info", "care"])
def test_a_notice_has_sign_and_title(kind: str) -> None:
    text = render(BOXES + "{% call b.notice(kind, 'T') %}{{ w }}{% endcall %}", kind=kind, w="<i>")
    assert "<svg" in text
    assert "&lt;i&gt;" in text


def test_records_show_terms_tables_and_times() -> None:
    text = render(
        RECORD + "{{ r.facts([('Since', r.moment(at)), (w, w)]) }}{{ r.day(on) }}"
        "{% call r.table(w, [w, ['N', 'number']]) %}<tr><td>1</td></tr>{% endcall %}",
        at=datetime(2027, 1, 1, 20, 0, tzinfo=UTC),
        on=date(2027, 1, 2),
        w="<i>",
    )
    assert '<time datetime="2027-01-02T01:30:00+05:30">2 January 2027, 01:30 IST</time>' in text
    assert '<time datetime="2027-01-02">2 January 2027</time>' in text
    assert '<th scope="col" class="number">N</th>' in text
    assert "<i>" not in text


def test_a_number_in_an_address() -> None:
    assert number_in_path("IP/2026/000012") == "IP-2026-000012"
    assert number_in_path("a b?#") == "a%20b%3F%23"


def test_a_file_that_is_not_there_is_no_address() -> None:
    with pytest.raises(FileNotFoundError):
        static("nothing.css")
