"""Tables of targets: CSV with or without a header."""

import io

import numpy as np
import pytest

import fabrikit
from fabrikit.formats import load_targets


def read(text, dimension=3, columns=None):
    """Read a table from text; return positions, names and times."""
    targets = load_targets(io.StringIO(text), dimension, columns)
    return [target.position.tolist() for target in targets], [(target.name, target.time) for target in targets]


TABLES = {
    "no header": "1,2,3\n4,5,6\n",
    "header": "x,y,z\n1,2,3\n4,5,6\n",
    "other order, other columns": "z,frame,y,x\n3,7,2,1\n6,8,5,4\n",
    "units and capitals": "X [m], Y [m], Z (m)\n1,2,3\n4,5,6\n",
    "semicolons": "x;y;z\n1;2;3\n4;5;6\n",
    "tabs": "1\t2\t3\n4\t5\t6\n",
    "comments, blanks and CRLF": "# made up\r\n\r\n1, 2, 3\r\n# more\r\n4, 5, 6\r\n\r\n",
    "byte order mark": "\ufeffx,y,z\n1,2,3\n4,5,6",
    "quotes": '"x","y","z"\n"1","2","3"\n4,5,6',
}


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_tables_that_say_the_same(text):
    """Every usual way to write the same two points reads the same."""
    assert read(text)[0] == [[1, 2, 3], [4, 5, 6]]


def test_names_and_times():
    """Columns for time and name are read; an empty cell is none."""
    positions, said = read("name,t,x,y\ncup,0.5,1,2\n,,3,4\n", dimension=2)

    assert positions == [[1, 2], [3, 4]]
    assert said == [("cup", 0.5), (None, None)]


def test_chosen_columns():
    """A recording with several points per line gives the columns that are named."""
    text = "t_s,elbow_x,elbow_y,wrist_x,wrist_y\n0.1,9,9,1,2\n0.2,9,9,3,4\n"

    positions, said = read(text, dimension=2, columns=["wrist_x", "wrist_y"])

    assert positions == [[1, 2], [3, 4]]
    assert [time for _, time in said] == [0.1, 0.2]


def test_numbers_are_read_to_the_bit():
    """Seventeen digits and -0 arrive as they are."""
    (target,) = load_targets(io.StringIO("0.1,-0,4.9406564584124654e-324"), 3)

    assert target.position.tobytes() == np.array([0.1, -0.0, 5e-324]).tobytes()


WRONG = {
    "": (None, "holds no targets"),
    "# nothing\n": (None, "holds no targets"),
    "x,y,z\n": (None, "a header and no targets"),
    "1,2\n": (1, r"expected 3 columns \(x,y,z\), got 2"),
    "1,2,3,4\n": (1, "a header line says which they are"),
    "x,y\n1,2\n": (1, "no column 'z'; the columns are x, y"),
    "x,y,z,x\n1,2,3,4\n": (1, "the column 'x' stands twice"),
    "x,y,z\n1,2,3\n\n1,abc,3\n": (4, "column 2: 'abc' is not a number"),
    "1,2,3\n1,,3\n": (2, "column 2 is empty"),
    "1,2,3\n1,2\n": (2, "column 3 is empty"),
    "1,2,nan\n": (1, "'nan' is not a finite number"),
    "1;2;3\n1,5;2;3\n": (2, "write the decimal mark as a point"),
    '{"fabrikit": 1}': (1, "this is JSON, not a table"),
}


@pytest.mark.parametrize(("text", "said"), WRONG.items())
def test_wrong_tables_name_their_line(text, said, tmp_path):
    """A wrong table is refused with path, line and reason."""
    line, message = said
    path = tmp_path / "track.csv"
    path.write_text(text)

    with pytest.raises(fabrikit.FormatError, match=message) as caught:
        load_targets(path, 3)

    assert (caught.value.path, caught.value.line) == (str(path), line)


def test_wrong_columns():
    """Columns must be there, as many as the body has dimensions, and need a header."""
    with pytest.raises(fabrikit.FormatError, match="no column 'hand_x'; the columns are x, y"):
        read("x,y\n1,2\n", dimension=2, columns=["hand_x", "hand_y"])
    with pytest.raises(fabrikit.FormatError, match="3 dimensions, but 2 columns are named"):
        read("x,y,z\n1,2,3\n", columns=["x", "y"])
    with pytest.raises(fabrikit.FormatError, match="no header line"):
        read("1,2,3\n", columns=["x", "y", "z"])
