"""The published JSON Schemas agree with what Baton writes."""

import json

import jsonschema
import pytest
from hypothesis import given, settings

from core.cli.schema import SCHEMAS, json_schema
from core.contract.document import dump_json
from core.drift.model import RoleProfile, RoleSet
from core.errors import NotFoundError
from core.gate.model import PriorRow, PriorsSet
from tests.unit.contract.strategies import contracts


@pytest.mark.parametrize("kind", SCHEMAS)
def test_every_schema_is_valid_and_names_no_host(kind):
    schema = json_schema(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"].startswith("urn:baton:")
    assert schema["title"]
    assert schema["description"]


@settings(max_examples=40, deadline=None)
@given(contracts())
def test_a_written_contract_fits_its_schema(contract):
    jsonschema.validate(json.loads(dump_json(contract)), json_schema("contract"))


def test_written_roles_and_priors_fit_their_schemas():
    roles = RoleSet(name="r", roles=(RoleProfile(name="Critic", obligations=({"rule": "x"}, "y")),))
    jsonschema.validate(json.loads(dump_json(roles)), json_schema("roles"))
    row = PriorRow(repair="ASK", episodes=3, helped=1, harmed=0)
    priors = PriorsSet(name="p", model="m", rows=(row,))
    jsonschema.validate(json.loads(dump_json(priors)), json_schema("priors"))


@pytest.mark.parametrize("bad", [{"name": 7, "facts": []}, {"name": "x", "facts": [{"id": "a b"}]}])
def test_what_baton_refuses_the_schema_refuses(bad):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(bad, json_schema("contract"))


def test_an_unknown_schema_is_named():
    with pytest.raises(NotFoundError, match="no schema 'x'"):
        json_schema("x")
